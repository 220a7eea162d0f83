-- For functions of the previous release of Terrace that still run during an upgrade; this one calls split_rule_allows.
create or replace function split_allows_quantity(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer, p_quantity integer)
  returns boolean language sql immutable parallel safe as $$
  select split_rule_allows(p_split_type, p_available, p_quantity_limit, p_unit, p_quantity)
$$;
