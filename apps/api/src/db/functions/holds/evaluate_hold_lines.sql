-- The lines of the requests that are not in `p_handled_requests`, each with the code of the error that rejects it, or null
-- if it may be held. place_holds describes the arrays and the cool-down.
create or replace function evaluate_hold_lines(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_quantities integer[],
  p_quote_refs text[], p_currencies text[], p_handled_requests integer[],
  p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer,
  p_as_of timestamptz)
  returns table (request integer, hold_id text, listing_id text, quantity integer, quote_ref text, currency text,
    listing_exists boolean, event_id integer, starts_at timestamptz, available integer, split_type text,
    quantity_limit integer, multiple_sale_unit integer, price_minor bigint, seller_currency text, rate numeric,
    rate_date date, retry_at timestamptz, code text)
  language sql stable as $$
  select line.*, l.id is not null as listing_exists, l.event_id, e.starts_at, a.available, l.split_type,
    least(l.quantity_limit, l.shown_quantity), l.multiple_sale_unit, l.price_minor, l.currency as seller_currency, r.rate,
    r.rate_date, cooldown.until as retry_at,
    case
      when l.id is null then 'listing.not_found'
      when l.status <> 'active' then 'listing.withdrawn'
      when l.seller_team_id = p_team_ids[line.request] then 'listing.own_team'
      when event_blocker(e.status, e.starts_at, p_as_of) is not null then event_blocker(e.status, e.starts_at, p_as_of)
      when a.available <= 0 then 'listing.unavailable'
      when a.available < line.quantity then 'listing.insufficient_quantity'
      -- `a.free`, not `a.available`: what may remain is counted from all free tickets, not only from those that buyers see.
      -- Buyers see at most `shown_quantity` tickets, so it limits a purchase like `quantity_limit`.
      when not split_rule_allows(l.split_type, a.free, least(l.quantity_limit, l.shown_quantity), l.multiple_sale_unit,
        line.quantity) or line.quantity <> all(l.split_quantities)
        then 'listing.split_not_allowed'
      -- A price below half a minor unit would round to nothing.
      when r.rate is null or l.price_minor * r.rate < 0.5 then 'listing.no_rate'
      when cooldown.until is not null then 'listing.held_too_often'
    end as code
  from unnest(p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs, p_currencies)
    as line (request, hold_id, listing_id, quantity, quote_ref, currency)
  left join listings l on l.id = line.listing_id
  left join events e on e.id = l.event_id
  left join listing_stock(p_listing_ids, p_as_of) a on a.listing_id = line.listing_id
  left join lateral exchange_rate_at(l.currency, line.currency, p_as_of) r on true
  left join lateral hold_cooldown_until(p_team_ids[line.request], line.listing_id, p_cooldown_after,
    p_cooldown_window_minutes, p_cooldown_minutes, p_as_of) cooldown (until) on true
  where line.request <> all(p_handled_requests)
$$;
