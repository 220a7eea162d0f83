-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls allowed_quantity_bits instead.
create or replace function quantity_bits(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer, p_list integer[])
  returns integer language sql immutable parallel safe as $$
  select allowed_quantity_bits(p_split_type, p_available, p_quantity_limit, p_unit, p_list)
$$;
