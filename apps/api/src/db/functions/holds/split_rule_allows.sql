-- Equals `allowsQuantity` in packages/domain/src/tickets/split-rules.ts without the seller's list of quantities, which
-- callers check; modules/holds/split-functions.test.ts compares them. `p_free`: all free tickets (`free` of listing_stock), not
-- only those that buyers see.
create or replace function split_rule_allows(
  p_split_type text, p_free integer, p_quantity_limit integer, p_unit integer, p_quantity integer)
  returns boolean language sql immutable parallel safe as $$
  select p_quantity >= 1 and p_quantity <= greatest(0, least(p_free, p_quantity_limit)) and case p_split_type
    when 'All Together' then p_quantity = greatest(0, least(p_free, p_quantity_limit))
    -- The remainder rule: one ticket must not remain. Spec §9 also excludes cap - 1 (cap: the smaller of free tickets and
    -- limit). Only with 3 free tickets and a limit of 2 does no quantity meet both. Then the remainder rule alone decides, as
    -- in `allowedQuantities`, and one ticket can be bought.
    when 'Avoid Leaving One Ticket' then p_free - p_quantity <> 1 and (
      p_quantity <> greatest(0, least(p_free, p_quantity_limit)) - 1
      or (p_free = 3 and p_quantity_limit = 2))
    when 'Sell In Multiples' then coalesce(p_unit >= 1 and p_quantity % greatest(p_unit, 1) = 0, false)
    else true
  end
$$;
