-- Counts these listings again and adds the differences to their events, which count_events has counted before. Looks for an
-- event's lowest price among all its listings only if the lowest one may have left or risen, if a price is in another
-- currency, and once an hour, because rates change.
create or replace function count_changed_listings(p_listing_ids text[], p_as_of timestamptz) returns void
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  v_repriced_events integer[];
begin
  -- Lock first, then read what was counted: loading demo stock counts events at the same time.
  perform from event_stats s where s.event_id in (
    select l.event_id from listings l where l.id = any(p_listing_ids)
    union all select c.event_id from counted_listings c where c.listing_id = any(p_listing_ids))
  order by s.event_id for no key update;
  with current as (
    select l.id as listing_id, l.event_id, greatest(a.available, 0) as available, l.price_minor, l.currency, l.created_at
    from listing_availability(p_listing_ids, p_as_of) a join listings l on l.id = a.listing_id
  ), previous as (
    select c.* from counted_listings c where c.listing_id = any(p_listing_ids)
  ), stored as (
    update counted_listings c set event_id = n.event_id, available = n.available, price_minor = n.price_minor,
      currency = n.currency
    from current n
    where c.listing_id = n.listing_id and (c.event_id, c.available, c.price_minor, c.currency) is distinct from
      (n.event_id, n.available, n.price_minor, n.currency)
  ), added as (
    -- Only new ones: an upsert would also lock every known row.
    insert into counted_listings as c (listing_id, event_id, available, price_minor, currency)
    select n.listing_id, n.event_id, n.available, n.price_minor, n.currency from current n
    where not exists (select from previous p where p.listing_id = n.listing_id)
    on conflict (listing_id) do update set event_id = excluded.event_id, available = excluded.available,
      price_minor = excluded.price_minor, currency = excluded.currency
    where (c.event_id, c.available, c.price_minor, c.currency) is distinct from
      (excluded.event_id, excluded.available, excluded.price_minor, excluded.currency)
  ), forgotten as (
    delete from counted_listings c
    where c.listing_id = any(p_listing_ids) and not exists (select from listings l where l.id = c.listing_id)
  ), change as (
    select n.event_id, n.available - coalesce(p.available, 0) as tickets,
      (n.available > 0)::integer - (coalesce(p.available, 0) > 0)::integer as listings,
      case when n.available > 0 then n.created_at end as listed_at,
      case when n.available > 0 then n.price_minor end as price_minor, n.currency,
      case when p.available > 0 then p.price_minor end as old_price_minor, p.currency as old_currency
    from current n left join previous p on p.listing_id = n.listing_id and p.event_id = n.event_id
    union all
    -- The listing has moved to another event, or was deleted.
    select p.event_id, -p.available, -(p.available > 0)::integer, null, null, null,
      case when p.available > 0 then p.price_minor end, p.currency
    from previous p left join current n on n.listing_id = p.listing_id and n.event_id = p.event_id
    where n.listing_id is null
  ), changed as (
    update event_stats s set ticket_count = s.ticket_count + d.tickets, listing_count = s.listing_count + d.listings,
      first_listed_at = least(s.first_listed_at, d.listed_at), min_price_minor = least(s.min_price_minor, d.price_minor),
      updated_at = clock_timestamp()
    from (
      select c.event_id, sum(c.tickets)::integer as tickets, sum(c.listings)::integer as listings,
        min(c.listed_at) as listed_at, min(c.price_minor) filter (where c.currency = known.min_price_currency) as price_minor,
        bool_or(
          c.old_price_minor = known.min_price_minor and c.old_currency = known.min_price_currency
            and (c.price_minor <= c.old_price_minor and c.currency = c.old_currency) is not true
          or c.price_minor is not null and c.currency is distinct from known.min_price_currency
            and (c.price_minor, c.currency) is distinct from (c.old_price_minor, c.old_currency)
        ) as is_repriced
      from change c join event_stats known on known.event_id = c.event_id
      group by c.event_id
    ) d
    where s.event_id = d.event_id
    returning s.event_id, d.is_repriced or s.priced_at < p_as_of - interval '1 hour' as is_repriced
  )
  select array_agg(event_id) into v_repriced_events from changed where is_repriced;

  update event_stats s set min_price_minor = e.price_minor, min_price_currency = e.currency, priced_at = p_as_of
  from (
    select id, m.price_minor, m.currency from unnest(v_repriced_events) id left join lateral cheapest_listing(id) m on true
  ) e
  where s.event_id = e.id;
end $$;
