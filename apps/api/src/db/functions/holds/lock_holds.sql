-- Reads the team's holds with these ids, or those of an attempt, after locking their listings: every change of an open
-- hold locks its listing first. A second statement reads the holds, so it sees what changed during the lock wait.
-- Planner settings as in place_holds.
create or replace function lock_holds(p_team_id text, p_hold_ids text[], p_attempt_id text)
  returns table (id text, team_id text, listing_id text, event_id integer, seller_team_id text, quantity integer,
    quote_ref text, state text, is_expired boolean, attempt_id text, revision integer, ticket_price_minor bigint,
    buyer_currency text, fee_bp integer, seller_price_minor bigint, seller_currency text,
    requires_delivery_details boolean, requires_identification_details boolean, event_blocker text)
  language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
#variable_conflict use_column
begin
  if p_attempt_id is not null then
    p_hold_ids := array(select line.hold_id from checkout_attempt_lines line where line.attempt_id = p_attempt_id);
  end if;
  perform from listings l where l.id in (
    select h.listing_id from holds h where h.id = any(p_hold_ids) and (p_team_id is null or h.team_id = p_team_id))
  order by l.id collate "C" for no key update;
  return query
    select d.* from hold_details(p_hold_ids, clock_timestamp()) d
    where (p_team_id is null or d.team_id = p_team_id) and (p_attempt_id is null or d.attempt_id = p_attempt_id)
    order by d.id collate "C";
end $$;
