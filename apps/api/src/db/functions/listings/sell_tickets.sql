-- Writes the tickets of sold holds, whose listings the caller has locked: those with the seats in `p_seats`, one element per
-- hold, or without seat numbers the lowest free ones. A sold ticket is never sold again.
create or replace function sell_tickets(p_hold_ids text[], p_seats int4multirange[]) returns void language plpgsql as $$
declare
  v_hold record;
begin
  insert into listing_tickets (listing_id, ordinal, seat, event_id, state, hold_id)
  select h.listing_id, case when l.seats is null then seat - l.first_seat + 1 else array_position(l.seats, seat) end, seat,
    h.event_id, 'sold', h.id
  from unnest(p_hold_ids, p_seats) as line (hold_id, seats)
  join holds h on h.id = line.hold_id
  join listings l on l.id = h.listing_id
  cross join lateral unnest(line.seats) run
  cross join lateral generate_series(lower(run), upper(run) - 1) seat
  on conflict (listing_id, ordinal) do update set state = 'sold', hold_id = excluded.hold_id, seat = excluded.seat
  where listing_tickets.state = 'free';

  for v_hold in
    select h.id, h.listing_id, h.event_id, h.quantity, l.quantity as tickets
    from unnest(p_hold_ids, p_seats) as line (hold_id, seats)
    join holds h on h.id = line.hold_id
    join listings l on l.id = h.listing_id
    where line.seats is null or isempty(line.seats)
    order by h.id collate "C"
  loop
    insert into listing_tickets (listing_id, ordinal, event_id, state, hold_id)
    select v_hold.listing_id, n, v_hold.event_id, 'sold', v_hold.id
    from generate_series(1, v_hold.tickets) n
    where not exists (select from listing_tickets t where t.listing_id = v_hold.listing_id and t.ordinal = n and t.state = 'sold')
    order by n limit v_hold.quantity
    on conflict (listing_id, ordinal) do update set state = 'sold', hold_id = excluded.hold_id;
  end loop;
end $$;
