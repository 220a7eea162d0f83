-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls split_rule_quantities instead.
create or replace function split_allowed_quantities(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer)
  returns integer[] language sql immutable parallel safe as $$
  select split_rule_quantities(p_split_type, p_available, p_quantity_limit, p_unit)
$$;
