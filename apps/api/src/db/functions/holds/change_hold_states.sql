-- Sells, reactivates or releases locked holds: changes their state, raises their listings' versions and writes the events.
-- p_attempt_ids and p_seats: for each hold, its attempt from now on and, for a sale, its seats. Scheduled releases of the holds
-- are cancelled. start_payments, not this function, moves holds to `paying`.
-- p_stock_change:
--   'sell'      adds the holds' quantities and seats to what their listings have sold
--   'put_back'  takes them away again, because the sale was reversed
--   null        leaves what is sold as it is
create or replace function change_hold_states(p_hold_ids text[], p_attempt_ids text[], p_to_state text, p_topic text,
  p_stock_change text, p_seats int4multirange[])
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  with moved as (
    update holds h set state = p_to_state, attempt_id = r.attempt_id, reserved_until = h.expires_at, release_at = null,
      release_quantity = null, released_at = case when p_to_state = 'released' then clock_timestamp() end,
      revision = h.revision + 1
    from unnest(p_hold_ids, p_attempt_ids, p_seats) as r (hold_id, attempt_id, seats)
    where h.id = r.hold_id
    returning h.id, h.listing_id, h.event_id, h.team_id, h.quantity, r.seats
  ), changed as (
    update listings l set version = l.version + 1,
      sold = case p_stock_change
        when 'sell' then l.sold + m.quantity
        when 'put_back' then l.sold - m.quantity
        else l.sold end,
      sold_seats = case p_stock_change
        when 'sell' then add_sold_seats(l.sold_seats, m.seats)
        when 'put_back' then l.sold_seats - seats_of_holds(m.hold_ids)
        else l.sold_seats end
    from (
      select listing_id, sum(quantity)::integer as quantity, array_agg(id) as hold_ids, range_agg(seats) as seats
      from moved group by listing_id
    ) m
    where l.id = m.listing_id
    returning l.id, l.version
  )
  insert into outbox (topic, subject, payload)
  select p_topic, m.listing_id, jsonb_build_object('eventId', m.event_id, 'listingId', m.listing_id, 'holdId', m.id,
    'teamId', m.team_id, 'quantity', m.quantity, 'version', c.version)
  from moved m join changed c on c.id = m.listing_id;

  if p_stock_change = 'sell' then
    perform sell_tickets(p_hold_ids, p_seats);
  elsif p_stock_change = 'put_back' then
    perform return_tickets(p_hold_ids);
  end if;
end $$;
