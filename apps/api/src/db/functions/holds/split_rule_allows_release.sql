-- Equals `allowsRelease` in packages/domain/src/tickets/split-rules.ts without the seller's list of quantities, which
-- callers check. `p_free` as in split_rule_allows; the tickets of this hold are not free.
create or replace function split_rule_allows_release(
  p_split_type text, p_free integer, p_quantity_limit integer, p_unit integer, p_held integer, p_release integer)
  returns boolean language sql immutable parallel safe as $$
  select p_release >= 1 and p_release <= p_held and (
    p_release = p_held
    or (split_rule_allows(p_split_type, p_free + p_held, p_quantity_limit, p_unit, p_held - p_release)
      and (p_split_type <> 'Sell In Multiples' or coalesce(p_release % nullif(p_unit, 0) = 0, false))))
$$;
