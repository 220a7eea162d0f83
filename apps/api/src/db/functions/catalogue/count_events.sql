-- Counts all listings of these events again: lowest price, tickets and listings on sale at p_as_of.
create or replace function count_events(p_event_ids integer[], p_as_of timestamptz) returns void language plpgsql as $$
begin
  perform from event_stats s where s.event_id = any(p_event_ids) order by s.event_id for no key update;
  delete from counted_listings c where c.event_id = any(p_event_ids);
  insert into counted_listings as c (listing_id, event_id, available, price_minor, currency)
  select l.id, l.event_id, a.available, l.price_minor, l.currency
  from listing_availability(
    array(select id from listings where event_id = any(p_event_ids) and status = 'active'), p_as_of) a
  join listings l on l.id = a.listing_id
  where a.available > 0
  on conflict (listing_id) do update set event_id = excluded.event_id, available = excluded.available,
    price_minor = excluded.price_minor, currency = excluded.currency;

  insert into event_stats as s (event_id, min_price_minor, min_price_currency, ticket_count, listing_count,
    first_listed_at, priced_at, updated_at)
  select e.id, m.price_minor, m.currency, counted.tickets, counted.listings, counted.first_listed_at, p_as_of,
    clock_timestamp()
  from events e
  left join lateral cheapest_listing(e.id) m on true
  cross join lateral (
    select coalesce(sum(c.available), 0)::integer as tickets, count(*)::integer as listings,
      min(l.created_at) as first_listed_at
    from counted_listings c join listings l on l.id = c.listing_id where c.event_id = e.id
  ) counted
  where e.id = any(p_event_ids)
  on conflict (event_id) do update set min_price_minor = excluded.min_price_minor,
    min_price_currency = excluded.min_price_currency, ticket_count = excluded.ticket_count,
    listing_count = excluded.listing_count, first_listed_at = least(s.first_listed_at, excluded.first_listed_at),
    priced_at = excluded.priced_at, updated_at = excluded.updated_at;
end $$;
