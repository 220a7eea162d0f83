-- The seats of a listing as ranges; empty without seat numbers. Two listings of one row offer a seat twice if these overlap.
-- Equals `seatNumbers` in packages/domain/src/tickets/seats.ts.
create or replace function seat_ranges(p_first integer, p_last integer, p_seats integer[]) returns int4multirange
  language sql immutable parallel safe as $$
  select case
    when p_first is null or p_last is null then '{}'::int4multirange
    when p_seats is null then int4multirange(int4range(p_first, p_last, '[]'))
    else (select range_agg(int4range(seat, seat, '[]')) from unnest(p_seats) seat)
  end
$$;
