-- Starts the payment of each purchase whose holds are as the caller has read them: writes the attempt and extends the
-- holds. One element per purchase in p_attempts (columns of checkout_attempts), p_attempt_ids, p_team_ids, p_keys and
-- p_body_hashes; one per hold in the other arrays, with the number of its purchase, from 1. A hold may appear once.
-- Responses: {"holds_extended_until": time}, {"changed": true} if a hold can no longer be paid for as it was read, with
-- "is_busy": true if the account has too many payments in progress (limited_requests), the response stored for the
-- idempotency key, or {"key_reused": true}. Planner settings as in place_holds.
create or replace function start_purchases(
  p_attempts jsonb, p_attempt_ids text[], p_team_ids text[], p_keys text[], p_body_hashes bytea[],
  p_line_requests integer[], p_hold_ids text[], p_listing_ids text[], p_revisions integer[], p_attendees bytea[],
  p_extension_minutes integer)
  returns table (request integer, response jsonb) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
  v_handled_requests integer[] := '{}';
  v_limited_requests integer[] := '{}';
  v_busy_requests integer[] := '{}';
  v_payable_requests integer[];
  v_lines integer[];
  v_now timestamptz;
  v_extended_until timestamptz;
begin
  -- Claim the idempotency keys before locking the listings, so that a repeated request never conflicts with itself.
  if array_remove(p_keys, null) <> '{}' then
    for request, response in select * from claim_idempotency_keys('checkout.buy', p_team_ids, p_keys, p_body_hashes) loop
      v_handled_requests := v_handled_requests || request;
      return next;
    end loop;
  end if;

  select coalesce(array_agg(l.request), '{}'), coalesce(array_agg(l.request) filter (where l.is_busy), '{}')
  into v_limited_requests, v_busy_requests
  from limited_requests(p_attempts, v_handled_requests) l;

  perform from listings l where l.id = any(p_listing_ids) order by l.id collate "C" for no key update;
  v_now := clock_timestamp();
  v_extended_until := v_now + make_interval(mins => p_extension_minutes);
  v_payable_requests := payable_requests(p_team_ids, p_line_requests, p_hold_ids, p_listing_ids, p_revisions,
    v_handled_requests || v_limited_requests, v_now);

  if v_payable_requests <> '{}' then
    v_lines := array(select n from generate_subscripts(p_hold_ids, 1) n where p_line_requests[n] = any(v_payable_requests));
    perform insert_attempts(p_attempts, v_payable_requests, v_extended_until);
    perform start_payments(
      array(select p_attempt_ids[p_line_requests[n]] from unnest(v_lines) n),
      array(select p_hold_ids[n] from unnest(v_lines) n),
      array(select p_attendees[n] from unnest(v_lines) n), v_extended_until);
  end if;

  for request in select n from generate_subscripts(p_attempt_ids, 1) n where n <> all(v_handled_requests) loop
    response := case
      when request = any(v_payable_requests) then jsonb_build_object('holds_extended_until', v_extended_until)
      when request = any(v_busy_requests) then '{"changed": true, "is_busy": true}'
      else '{"changed": true}' end;
    if p_keys[request] is not null then
      -- A key whose purchase has changed is free for a retry.
      perform complete_idempotency_key(p_team_ids[request], 'checkout.buy', p_keys[request],
        case when request = any(v_payable_requests) then jsonb_build_object('attempt_id', p_attempt_ids[request]) end);
    end if;
    return next;
  end loop;
end $$;
