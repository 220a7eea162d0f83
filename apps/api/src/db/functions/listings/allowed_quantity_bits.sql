-- The quantities up to 30 that split_rule_allows allows and the seller's list contains, as bits: 1 for one ticket, 2 for
-- two, 4 for three. Two listings sell a common quantity if they share a bit. In plpgsql, which is called faster than SQL.
-- `p_free` as in split_rule_allows; without the list, `p_list` is null.
create or replace function allowed_quantity_bits(
  p_split_type text, p_free integer, p_quantity_limit integer, p_unit integer, p_list integer[])
  returns integer language plpgsql immutable parallel safe as $$
declare
  v_cap integer := least(p_free, p_quantity_limit, 30);
  v_bits integer := 0;
begin
  if v_cap < 1 then
    return 0;
  end if;
  if p_list is null and p_split_type in ('No Preferences', 'Single Tickets', 'Single Seats') then
    return (1 << v_cap) - 1;
  end if;
  for quantity in 1..v_cap loop
    if (p_list is null or quantity = any(p_list))
      and split_rule_allows(p_split_type, p_free, p_quantity_limit, p_unit, quantity) then
      v_bits := v_bits | (1 << (quantity - 1));
    end if;
  end loop;
  return v_bits;
end $$;
