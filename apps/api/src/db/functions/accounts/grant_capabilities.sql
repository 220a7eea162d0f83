-- The first account of a role gives its team that capability. A seller account that states no permissions has all of
-- them.
create or replace function grant_capabilities() returns trigger language plpgsql as $$
begin
  if new.role = 'seller' and new.seller_permissions = '{}' then
    new.seller_permissions := '{view,list,price,deliver,money}';
  end if;
  update teams set can_buy = can_buy or new.role = 'buyer', can_sell = can_sell or new.role = 'seller'
    where id = new.team_id and ((new.role = 'buyer' and not can_buy) or (new.role = 'seller' and not can_sell));
  return new;
end $$;
