-- Releases all lines of each request, or none. p_team_ids to p_body_hashes have one element per request, p_line_requests to
-- p_quantities one per line; a line names its request by number, from 1. A team may appear once. Each response is one of
--   {"released": [{hold_id, event_id, remaining}]}           {"key_reused": true}
--   {"rejected": [{hold_id, code, held, releasable}]}
--   {"retry_alone": true}, when another request of the call changes the same listing: nothing was done.
create or replace function release_holds(
  p_team_ids text[], p_keys text[], p_body_hashes bytea[], p_line_requests integer[], p_hold_ids text[],
  p_quantities integer[])
  returns table (request integer, response jsonb) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  -- Numbers, from 1, of the requests that already have a response.
  v_handled_requests integer[] := '{}';
  v_holds integer;
  v_now timestamptz;
begin
  -- Skip the extra statement when no request has a key.
  if array_remove(p_keys, null) <> '{}' then
    for request, response in
      select * from claim_idempotency_keys('holds.release', p_team_ids, p_keys, p_body_hashes)
    loop
      v_handled_requests := v_handled_requests || request;
      return next;
    end loop;
  end if;

  -- Every change of an open hold locks its listing first, so these holds cannot change after this. A select without
  -- columns, here and in the other hold functions, only locks.
  perform from listings l join holds h on h.listing_id = l.id where h.id = any(p_hold_ids)
  order by l.id collate "C" for no key update of l;
  get diagnostics v_holds = row_count;
  -- Fewer rows than ids: an id occurs twice, which is an error, or is unknown and rejected below.
  if v_holds < cardinality(p_hold_ids) then
    perform assert_distinct('hold', p_hold_ids);
  end if;
  v_now := clock_timestamp();

  for request, response in
    select * from release_whole_holds(p_team_ids, p_line_requests, p_hold_ids, p_quantities, v_handled_requests, v_now)
  loop
    v_handled_requests := v_handled_requests || request;
    if p_keys[request] is not null then
      perform complete_idempotency_key(p_team_ids[request], 'holds.release', p_keys[request], response);
    end if;
    return next;
  end loop;
  if cardinality(v_handled_requests) = cardinality(p_team_ids) then
    return;
  end if;

  for request, response in
    select * from release_remaining_requests(p_team_ids, p_line_requests, p_hold_ids, p_quantities, v_handled_requests,
      v_now)
  loop
    if p_keys[request] is not null then
      perform complete_idempotency_key(p_team_ids[request], 'holds.release', p_keys[request],
        case when response ? 'released' then response end);
    end if;
    return next;
  end loop;
end $$;
