-- Carries out the requests that release whole holds only, each active and not expired, which is always allowed. Part of
-- release_holds.
create or replace function release_whole_holds(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_quantities integer[], p_handled_requests integer[],
  p_as_of timestamptz)
  returns table (request integer, response jsonb) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with full_releases as (
      select line.request, h.id, count(*) over (partition by line.request) as lines
      from unnest(p_line_requests, p_hold_ids, p_quantities) as line (request, hold_id, quantity)
      join holds h on h.id = line.hold_id and h.team_id = p_team_ids[line.request]
      where line.request <> all(p_handled_requests) and h.quantity = line.quantity and h.state = 'active'
        and h.reserved_until > p_as_of
    ), released as (
      -- `revision` need not rise: a released hold is not in calendars, and checkout rejects it by its state.
      update holds h set state = 'released', released_at = p_as_of, release_at = null, release_quantity = null
      from full_releases f
      where h.id = f.id and f.lines = cardinality(array_positions(p_line_requests, f.request))
      returning h.id, h.team_id, h.listing_id, h.event_id, h.quantity, f.request
    ), changed as (
      -- PostgreSQL updates a row once, so a listing with several released holds gets one new version.
      update listings l set version = l.version + 1
      from released r where l.id = r.listing_id
      returning l.id, l.version
    ), recorded as (
      insert into outbox (topic, subject, payload)
      select 'hold.released', r.listing_id, jsonb_build_object('eventId', r.event_id, 'listingId', r.listing_id,
        'holdId', r.id, 'teamId', r.team_id, 'quantity', r.quantity, 'version', c.version)
      from released r join changed c on c.id = r.listing_id
    )
    select r.request, jsonb_build_object('released', jsonb_agg(
      jsonb_build_object('hold_id', r.id, 'event_id', r.event_id, 'remaining', 0)))
    from released r
    group by r.request;
end $$;
