-- The seats of the order lines of these holds.
create or replace function seats_of_holds(p_hold_ids text[]) returns int4multirange language sql stable as $$
  select coalesce(range_agg(int4range(seat::integer, seat::integer, '[]')), '{}')
  from order_lines line, jsonb_array_elements(line.snapshot -> 'seats') seat
  where line.hold_id = any(p_hold_ids)
$$;
