-- Schedules the release of these parts of a team's holds, all or none. A part that is already scheduled keeps its
-- deadline; another quantity replaces it. The response is one of
--   {"scheduled": [{hold_id, quantity, remaining, release_at}]}    {"rejected": [{hold_id, code, held, releasable}]}
create or replace function schedule_releases(
  p_team_id text, p_hold_ids text[], p_quantities integer[], p_delay_ms integer)
  returns jsonb language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  v_now timestamptz;
  v_rejected jsonb;
begin
  perform from listings l where l.id in (
    select h.listing_id from holds h where h.id = any(p_hold_ids) and h.team_id = p_team_id)
  order by l.id collate "C" for no key update;
  -- Read after the lock wait, as in release_holds.
  v_now := clock_timestamp();
  select jsonb_agg(explain_rejected_release(
    l.hold_id, l.code, l.held, l.split_type, l.free, l.quantity_limit, l.multiple_sale_unit)) into v_rejected
  from evaluate_releases(array[p_team_id], array_fill(1, array[cardinality(p_hold_ids)]), p_hold_ids,
    p_quantities, '{}', v_now) l
  where l.code is not null;
  if v_rejected is not null then
    return jsonb_build_object('rejected', v_rejected);
  end if;
  with scheduled as (
    update holds h set release_at = v_now + make_interval(secs => p_delay_ms / 1000.0), release_quantity = line.quantity
    from unnest(p_hold_ids, p_quantities) as line (hold_id, quantity)
    where h.id = line.hold_id and h.release_quantity is distinct from line.quantity
    returning h.id, h.team_id
  )
  insert into outbox (topic, subject, payload)
  select 'hold.release_scheduled', s.id, jsonb_build_object('holdId', s.id, 'teamId', s.team_id) from scheduled s;
  return jsonb_build_object('scheduled', (
    select jsonb_agg(jsonb_build_object('hold_id', h.id, 'quantity', h.release_quantity,
      'remaining', h.quantity - h.release_quantity, 'release_at', h.release_at))
    from holds h where h.id = any(p_hold_ids)));
end $$;
