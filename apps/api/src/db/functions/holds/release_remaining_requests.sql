-- Handles all requests that release_whole_holds left: those with a partial release, and those with a line that cannot be
-- released. A request is carried out if all of its lines can be released; otherwise the response says why not.
create or replace function release_remaining_requests(
  p_team_ids text[], p_line_requests integer[], p_hold_ids text[], p_quantities integer[], p_handled_requests integer[],
  p_as_of timestamptz)
  returns table (request integer, response jsonb) language plpgsql as $$
#variable_conflict use_column
begin
  return query
    with line as (
      select * from evaluate_releases(p_team_ids, p_line_requests, p_hold_ids, p_quantities, p_handled_requests, p_as_of)
    ), outcome as (
      -- Requests that share a listing are not carried out: each must be repeated in a call of its own (`retry_alone`).
      select l.request, bool_or(l.is_listing_shared) as is_listing_shared, jsonb_agg(explain_rejected_release(
        l.hold_id, l.code, l.held, l.split_type, l.free, l.quantity_limit, l.multiple_sale_unit))
        filter (where l.code is not null) as rejected
      from line l
      group by l.request
    ), released as (
      update holds h set
        state = case when l.quantity = l.held then 'released' else h.state end,
        quantity = case when l.quantity = l.held then h.quantity else l.held - l.quantity end,
        released_at = case when l.quantity = l.held then p_as_of end,
        release_at = null, release_quantity = null, revision = h.revision + 1
      from line l join outcome o using (request)
      where h.id = l.hold_id and o.rejected is null and not o.is_listing_shared
      returning h.id, h.team_id, h.listing_id, h.event_id, l.request, l.quantity, l.held - l.quantity as remaining
    ), changed as (
      update listings l set version = l.version + 1
      from (select distinct listing_id from released) r where l.id = r.listing_id
      returning l.id, l.version
    ), recorded as (
      insert into outbox (topic, subject, payload)
      select 'hold.released', r.listing_id, jsonb_build_object('eventId', r.event_id, 'listingId', r.listing_id,
        'holdId', r.id, 'teamId', r.team_id, 'quantity', r.quantity, 'version', c.version)
      from released r join changed c on c.id = r.listing_id
    ), response as (
      select r.request, jsonb_agg(jsonb_build_object('hold_id', r.id, 'event_id', r.event_id, 'remaining', r.remaining))
        as holds
      from released r
      group by r.request
    )
    select o.request, case
      when o.is_listing_shared then '{"retry_alone": true}'
      when o.rejected is not null then jsonb_build_object('rejected', o.rejected)
      else jsonb_build_object('released', p.holds)
    end
    from outcome o left join response p using (request);
end $$;
