-- The numbers, from 1, of the attempts whose state, holds and listings' sold quantities are as they were read, and whose
-- holds still reserve their tickets. A payment that started before the event may finish after it. Arrays as in place_orders, which has locked
-- attempts and listings.
create or replace function sellable_requests(
  p_attempt_ids text[], p_from_states text[], p_line_requests integer[], p_hold_ids text[], p_revisions integer[],
  p_sold integer[], p_as_of timestamptz) returns integer[] language plpgsql stable as $$
begin
  return array(
    select line.request
    from unnest(p_line_requests, p_hold_ids, p_revisions, p_sold) as line (request, hold_id, revision, sold)
    left join checkout_attempts a on a.id = p_attempt_ids[line.request] and a.state = p_from_states[line.request]
    left join holds h on h.id = line.hold_id and h.attempt_id = a.id and h.state = 'paying'
      and h.revision = line.revision and h.reserved_until > p_as_of
    left join listings l on l.id = h.listing_id and l.sold = line.sold
    left join events e on e.id = h.event_id
    group by line.request
    having bool_and(l.id is not null
      and coalesce(event_blocker(e.status, e.starts_at, p_as_of), 'event.started') = 'event.started'));
end $$;
