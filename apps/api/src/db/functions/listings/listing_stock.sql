-- How many tickets of each listing are free (not sold, not in an open hold, not kept back by the seller), and how many of
-- them buyers see. The hold functions, the feed and the seller's pages all read it here. Tickets of an expired hold, and
-- those that the seller kept back until a time that has passed, are free at once, before any cleanup.
create or replace function listing_stock(p_listing_ids text[], p_as_of timestamptz)
  returns table (listing_id text, free integer, available integer)
  language sql stable as $$
  select l.id, stock.free, least(stock.free, l.shown_quantity)
  from listings l
  left join (
    select h.listing_id, sum(h.quantity) as held
    from holds h
    where h.listing_id = any(p_listing_ids) and hold_is_open(h.is_open, h.reserved_until, p_as_of)
    group by h.listing_id
  ) open on open.listing_id = l.id
  cross join lateral (
    select (case when l.status = 'active' then greatest(0, l.quantity - l.sold - coalesce(open.held, 0)
      - own_hold_quantity(l.own_hold_quantity, l.own_hold_until, p_as_of)) else 0 end)::integer as free
  ) stock
  where l.id = any(p_listing_ids)
$$;
