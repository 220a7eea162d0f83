-- What an account may do for its team as a seller.
create or replace function account_permissions(p_team_role text, p_stored text[], p_can_sell boolean) returns text[]
  language sql immutable as $$
  select case when not p_can_sell then '{}'::text[]
    when p_team_role = 'owner' then '{view,list,price,deliver,money}'::text[]
    else p_stored end
$$;
