-- Moves locked holds to another state, updates their listings' versions and sold tickets, and writes the events.
-- p_attempt_ids and p_seats: for each hold, its attempt from now on and, for a sale, its seats. Cancels scheduled releases
-- of the holds. A payment that starts without extending the reservation leaves the version unchanged, because buyers see no
-- difference.
-- p_sold_delta is a sign, not a number of tickets, in spite of its name:
--    1  sale: adds each hold's quantity to the listing's `sold`
--   -1  reversed sale: subtracts it, and frees the seats of the order lines
--    0  neither
create or replace function transition_holds(p_hold_ids text[], p_attempt_ids text[], p_to_state text, p_topic text,
  p_reserved_until timestamptz, p_sold_delta integer, p_seats int4multirange[] default null)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  with moved as (
    update holds h set state = p_to_state, attempt_id = r.attempt_id,
      reserved_until = greatest(h.expires_at, p_reserved_until), release_at = null, release_quantity = null,
      released_at = case when p_to_state = 'released' then clock_timestamp() end,
      counts_towards_cooldown = h.counts_towards_cooldown and p_to_state <> 'paying',
      revision = h.revision + 1
    from unnest(p_hold_ids, p_attempt_ids, p_seats) as r (hold_id, attempt_id, seats)
    where h.id = r.hold_id
    returning h.id, h.listing_id, h.event_id, h.team_id, h.quantity, r.seats,
      p_to_state <> 'paying' or h.reserved_until > h.expires_at as is_visible
  ), changed as (
    update listings l set version = l.version + 1, sold = l.sold + p_sold_delta * m.quantity,
      sold_seats = case p_sold_delta
        when 1 then add_sold_seats(l.sold_seats, m.seats)
        when -1 then l.sold_seats - seats_of_holds(m.hold_ids)
        else l.sold_seats end
    from (
      select listing_id, sum(quantity)::integer as quantity, array_agg(id) as hold_ids, range_agg(seats) as seats
      from moved group by listing_id having bool_or(is_visible)
    ) m
    where l.id = m.listing_id
    returning l.id, l.version
  )
  insert into outbox (topic, subject, payload)
  select p_topic, m.listing_id, jsonb_build_object('eventId', m.event_id, 'listingId', m.listing_id, 'holdId', m.id,
    'teamId', m.team_id, 'quantity', m.quantity,
    'version', coalesce(c.version, (select l.version from listings l where l.id = m.listing_id)))
  from moved m left join changed c on c.id = m.listing_id;

  if p_sold_delta = 1 then
    perform sell_tickets(p_hold_ids, p_seats);
  elsif p_sold_delta = -1 then
    perform return_tickets(p_hold_ids);
  end if;
end $$;
