-- Writes the rows of `listing_tickets` for sales that are older than this table, for the next listings by id. Returns how many
-- listings it checked; 0 when all are done. An interrupted call is repeated.
create or replace function fill_listing_tickets(p_limit integer) returns integer language plpgsql as $$
declare
  v_after text;
  v_ids text[];
  v_holds text[];
  v_seats int4multirange[];
begin
  -- One process at a time; the others have nothing to do.
  select after_listing_id into v_after from listing_ticket_fill where finished_at is null for update skip locked;
  if not found then return 0; end if;
  v_ids := array(select l.id from listings l where l.id > v_after order by l.id limit p_limit);
  if v_ids = '{}' then
    update listing_ticket_fill set finished_at = clock_timestamp();
    return 0;
  end if;
  perform from listings l where l.id = any(v_ids) and l.sold > 0 order by l.id collate "C" for no key update;
  select array_agg(line.hold_id order by o.placed_at, line.id), array_agg(seats.ranges order by o.placed_at, line.id)
  into v_holds, v_seats
  from listings l
  join order_lines line on line.listing_id = l.id
  join orders o on o.id = line.order_id
  join holds h on h.id = line.hold_id and h.state = 'sold'
  cross join lateral (
    -- Without the seats that the listing no longer has; for these, only how many they are is known.
    select case when l.first_seat is null then '{}'::int4multirange
      else seats_of_holds(array[line.hold_id]) * seat_ranges(l.first_seat, l.last_seat, l.seats) end as ranges
  ) seats
  where l.id = any(v_ids) and l.sold > 0
    and not exists (select from listing_tickets t where t.listing_id = l.id and t.hold_id = line.hold_id);
  if v_holds is not null then
    perform sell_tickets(v_holds, v_seats);
  end if;
  update listing_ticket_fill set after_listing_id = v_ids[cardinality(v_ids)];
  return cardinality(v_ids);
end $$;
