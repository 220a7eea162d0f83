-- For functions of the previous release of Terrace that still run during an upgrade; this one calls split_rule_quantities.
create or replace function split_allowed_quantities(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer)
  returns integer[] language sql immutable parallel safe as $$
  select split_rule_quantities(p_split_type, p_available, p_quantity_limit, p_unit)
$$;
