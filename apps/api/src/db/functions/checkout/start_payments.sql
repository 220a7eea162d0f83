-- Adds locked holds to their attempts, with the encrypted attendees, and extends them for the payment. Cancels a scheduled
-- release of the holds. Two topics differ in one letter:
--   hold.payment_started   for each hold of a listing of which tickets are reserved for longer. Buyers see that, so the listing
--                          gets a new version.
--   hold.payments_started  once for all other holds, with the ids of their teams. Buyers see no difference.
create or replace function start_payments(
  p_attempt_ids text[], p_hold_ids text[], p_attendees bytea[], p_extended_until timestamptz)
  returns void language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
begin
  insert into checkout_attempt_lines (attempt_id, hold_id, listing_id, quantity, attendees)
  select line.attempt_id, h.id, h.listing_id, h.quantity, line.attendees
  from unnest(p_attempt_ids, p_hold_ids, p_attendees) as line (attempt_id, hold_id, attendees)
  join holds h on h.id = line.hold_id;

  with moved as (
    update holds h set state = 'paying', attempt_id = line.attempt_id, counts_towards_cooldown = false,
      reserved_until = greatest(h.expires_at, p_extended_until), release_at = null, release_quantity = null,
      revision = h.revision + 1
    from unnest(p_hold_ids, p_attempt_ids) as line (hold_id, attempt_id)
    where h.id = line.hold_id
    returning h.id, h.listing_id, h.event_id, h.team_id, h.quantity, h.reserved_until > h.expires_at as is_extended
  ), changed as (
    update listings l set version = l.version + 1
    from (select listing_id from moved group by listing_id having bool_or(is_extended)) m
    where l.id = m.listing_id
    returning l.id, l.version
  )
  insert into outbox (topic, subject, payload)
  select 'hold.payment_started', m.listing_id, jsonb_build_object('eventId', m.event_id, 'listingId', m.listing_id,
    'holdId', m.id, 'teamId', m.team_id, 'quantity', m.quantity, 'version', c.version)
  from moved m join changed c on c.id = m.listing_id
  union all
  select 'hold.payments_started', min(m.team_id), jsonb_build_object('teamIds', jsonb_agg(distinct m.team_id))
  from moved m where not exists (select from changed c where c.id = m.listing_id)
  having count(*) > 0;
end $$;
