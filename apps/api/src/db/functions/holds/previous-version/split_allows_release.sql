-- Called only by functions of the previous release, which may still run during an upgrade.
-- This release calls split_rule_allows_release instead.
create or replace function split_allows_release(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer, p_held integer, p_release integer)
  returns boolean language sql immutable parallel safe as $$
  select split_rule_allows_release(p_split_type, p_available, p_quantity_limit, p_unit, p_held, p_release)
$$;
