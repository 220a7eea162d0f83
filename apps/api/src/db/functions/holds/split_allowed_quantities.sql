-- Equals `allowedQuantities` in packages/domain/src/tickets/split-rules.ts without the seller's list of quantities, which
-- callers apply. Pass `free` of listing_stock as `p_available`, not its `available`: see split_allows_quantity.
create or replace function split_allowed_quantities(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer)
  returns integer[] language sql immutable parallel safe as $$
  select coalesce(array_agg(quantity order by quantity), '{}')
  from generate_series(1, greatest(0, least(p_available, p_quantity_limit))) as quantity
  where split_allows_quantity(p_split_type, p_available, p_quantity_limit, p_unit, quantity)
$$;
