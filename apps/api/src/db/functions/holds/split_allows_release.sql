-- Equals `allowsRelease` in packages/domain/src/tickets/split-rules.ts without the seller's list of quantities, which
-- callers check. Pass `free` of listing_stock as `p_available`, not its `available`: see split_allows_quantity. The tickets
-- of this hold do not count as free.
create or replace function split_allows_release(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer, p_held integer, p_release integer)
  returns boolean language sql immutable parallel safe as $$
  select p_release >= 1 and p_release <= p_held and (
    p_release = p_held
    or (split_allows_quantity(p_split_type, p_available + p_held, p_quantity_limit, p_unit, p_held - p_release)
      and (p_split_type <> 'Sell In Multiples' or coalesce(p_release % nullif(p_unit, 0) = 0, false))))
$$;
