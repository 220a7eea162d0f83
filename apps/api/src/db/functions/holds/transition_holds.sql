-- Moves locked holds to another state, updates their listings' versions and sold quantities, and writes the events.
-- p_attempt_ids: the attempt of each hold from now on. Each ticket of a hold changes its listing's sold quantity by
-- `p_sold_delta`: 1 for a sale, -1 for a reversed one, otherwise 0. A scheduled release of the holds is cancelled.
create or replace function transition_holds(p_hold_ids text[], p_attempt_ids text[], p_to_state text, p_topic text,
  p_reserved_until timestamptz, p_sold_delta integer) returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  with moved as (
    update holds h set state = p_to_state, attempt_id = r.attempt_id,
      reserved_until = greatest(h.expires_at, p_reserved_until), release_at = null, release_quantity = null,
      revision = h.revision + 1
    from unnest(p_hold_ids, p_attempt_ids) as r (hold_id, attempt_id)
    where h.id = r.hold_id
    returning h.id, h.listing_id, h.event_id, h.team_id, h.quantity
  ), changed as (
    update listings l set version = l.version + 1, sold = l.sold + p_sold_delta * m.quantity
    from (select listing_id, sum(quantity)::integer as quantity from moved group by listing_id) m
    where l.id = m.listing_id
    returning l.id, l.version
  )
  insert into outbox (topic, subject, payload)
  select p_topic, m.listing_id, jsonb_build_object('eventId', m.event_id, 'listingId', m.listing_id, 'holdId', m.id,
    'teamId', m.team_id, 'quantity', m.quantity, 'version', c.version)
  from moved m join changed c on c.id = m.listing_id;
end $$;
