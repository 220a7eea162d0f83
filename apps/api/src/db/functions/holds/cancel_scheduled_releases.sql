-- Cancels the scheduled releases of a team's holds and returns how many tickets of each the team still has: 0 if the hold
-- ended without a sale. Holds without a scheduled release stay as they are; those of another team are ignored.
create or replace function cancel_scheduled_releases(p_team_id text, p_hold_ids text[])
  returns table (hold_id text, held integer) language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  perform from listings l where l.id in (
    select h.listing_id from holds h where h.id = any(p_hold_ids) and h.team_id = p_team_id)
  order by l.id collate "C" for no key update;
  with cancelled as (
    update holds h set release_at = null, release_quantity = null
    where h.id = any(p_hold_ids) and h.team_id = p_team_id and h.release_at is not null
    returning h.id, h.team_id
  )
  insert into outbox (topic, subject, payload)
  select 'hold.release_cancelled', c.id, jsonb_build_object('holdId', c.id, 'teamId', c.team_id) from cancelled c;
  return query
    select h.id, case when h.state = 'sold' or hold_is_current(h.is_open, h.state, h.reserved_until, clock_timestamp())
      then h.quantity else 0 end
    from holds h where h.id = any(p_hold_ids) and h.team_id = p_team_id;
end $$;
