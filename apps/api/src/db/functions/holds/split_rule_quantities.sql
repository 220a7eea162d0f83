-- Equals `allowedQuantities` in packages/domain/src/tickets/split-rules.ts without the seller's list of quantities, which
-- callers apply. `p_free` as in split_rule_allows.
create or replace function split_rule_quantities(
  p_split_type text, p_free integer, p_quantity_limit integer, p_unit integer)
  returns integer[] language sql immutable parallel safe as $$
  select coalesce(array_agg(quantity order by quantity), '{}')
  from generate_series(1, greatest(0, least(p_free, p_quantity_limit))) as quantity
  where split_rule_allows(p_split_type, p_free, p_quantity_limit, p_unit, quantity)
$$;
