-- Places all holds of each request, or none; ADR 0003 explains batching and locking. p_team_ids to p_body_hashes have
-- one element per request, p_line_requests to p_currencies one per line. A line names its request by number, from 1.
-- Raises an exception if a team or listing occurs twice. With p_max_rate_days null, a rate of any age is accepted.
-- Cool-down: once p_cooldown_after of a team's holds of one listing have ended unsold, counting those placed in the last
-- p_cooldown_window_minutes, its next hold of the listing is rejected until p_cooldown_minutes after the last one ended.
-- With p_cooldown_after null there is no cool-down.
-- Responses: {"holds": […]}, {"rejected": […]}, {"team_limit_left": n}, {"currency_unknown": code}, {"rate_stale": day}
-- or {"key_reused": true}
-- The planner settings below: one plan for all calls, because rows are always looked up by key.
create or replace function place_holds(
  p_team_ids text[], p_account_ids text[], p_keys text[], p_body_hashes bytea[],
  p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_quantities integer[], p_quote_refs text[],
  p_currencies text[], p_team_limit integer, p_hold_minutes integer, p_fee_bp integer, p_max_rate_days integer,
  p_cooldown_after integer, p_cooldown_window_minutes integer, p_cooldown_minutes integer)
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
  v_now timestamptz;
begin
  -- Skip the extra statement when no request has a key.
  if array_remove(p_keys, null) <> '{}' then
    for request, response in select * from claim_idempotency_keys('holds.place', p_team_ids, p_keys, p_body_hashes) loop
      v_handled_requests := v_handled_requests || request;
      return next;
    end loop;
  end if;

  -- Taken after waiting for the locks, so that tickets whose hold expired in the meantime are free.
  v_now := lock_teams_and_listings(p_team_ids, p_listing_ids);

  for request, response in
    select * from insert_allowed_holds(p_team_ids, p_account_ids, p_line_requests, p_hold_ids, p_listing_ids, p_quantities,
      p_quote_refs, p_currencies, p_team_limit, p_hold_minutes, p_fee_bp, p_max_rate_days, p_cooldown_after, p_cooldown_window_minutes, p_cooldown_minutes,
      v_handled_requests, v_now)
  loop
    v_handled_requests := v_handled_requests || request;
    if p_keys[request] is not null then
      perform complete_idempotency_key(p_team_ids[request], 'holds.place', p_keys[request], response);
    end if;
    return next;
  end loop;
  if cardinality(v_handled_requests) = cardinality(p_team_ids) then
    return;
  end if;

  for request, response in
    select * from explain_rejected_holds(p_team_ids, p_line_requests, p_hold_ids, p_listing_ids, p_quantities, p_quote_refs,
      p_currencies, p_team_limit, p_max_rate_days, p_cooldown_after, p_cooldown_window_minutes, p_cooldown_minutes,
      v_handled_requests, v_now)
  loop
    -- Nothing was done, so the key is free for a retry.
    if p_keys[request] is not null then
      perform complete_idempotency_key(p_team_ids[request], 'holds.place', p_keys[request], null);
    end if;
    return next;
  end loop;
end $$;
