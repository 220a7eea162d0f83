-- The numbers, from 1, of the purchases whose holds are all as they were read (same revision) and can still be paid for.
-- Arrays as in start_purchases, which has locked the listings.
create or replace function payable_requests(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_revisions integer[],
  p_handled_requests integer[], p_as_of timestamptz) returns integer[] language plpgsql stable as $$
begin
  return array(
    select line.request
    from unnest(p_line_requests, p_hold_ids, p_listing_ids, p_revisions)
      as line (request, hold_id, listing_id, revision)
    left join holds h on h.id = line.hold_id and h.listing_id = line.listing_id
      and h.team_id = p_team_ids[line.request] and h.state = 'active' and h.revision = line.revision
      and h.reserved_until > p_as_of
    left join events e on e.id = h.event_id
    where line.request <> all(p_handled_requests)
    group by line.request
    having bool_and(h.id is not null and event_blocker(e.status, e.starts_at, p_as_of) is null));
end $$;
