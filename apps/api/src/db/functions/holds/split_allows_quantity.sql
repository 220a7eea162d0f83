-- Equals `allowsQuantity` in packages/domain/src/tickets/split-options.ts; modules/holds/split-functions.test.ts compares
-- them.
create or replace function split_allows_quantity(
  p_split_type text, p_available integer, p_quantity_limit integer, p_unit integer, p_quantity integer)
  returns boolean language sql immutable parallel safe as $$
  select p_quantity >= 1 and p_quantity <= greatest(0, least(p_available, p_quantity_limit)) and case p_split_type
    when 'All Together' then p_quantity = greatest(0, least(p_available, p_quantity_limit))
    -- One ticket must not remain. The options of spec §9 also exclude cap - 1 (cap: the smaller of available and limit), but
    -- with three available and a limit of two nothing could be bought then, so only the first rule applies.
    when 'Avoid Leaving One Ticket' then p_available - p_quantity <> 1 and (
      p_quantity <> greatest(0, least(p_available, p_quantity_limit)) - 1
      or (p_available = 3 and p_quantity_limit = 2))
    when 'Sell In Multiples' then coalesce(p_unit >= 1 and p_quantity % greatest(p_unit, 1) = 0, false)
    else true
  end
$$;
