-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls split_rule_allows instead.
create or replace function split_allows_quantity(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer, p_quantity integer)
  returns boolean language sql immutable parallel safe as $$
  select split_rule_allows(p_split_type, p_available, p_quantity_limit, p_unit, p_quantity)
$$;
