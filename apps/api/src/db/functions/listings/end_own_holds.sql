-- Clears own holds (tickets that a seller keeps back) that have ended, and returns how many. Frees no tickets: they became
-- available when the hold ended. Their listings get a new version, so that open pages load them again. The source of the change
-- is `operator`, because the previous release rejects sources that it does not know; the seller's history shows no author.
create or replace function end_own_holds() returns integer language plpgsql as $$
declare
  v_until timestamptz := clock_timestamp();
  v_ids text[] := array(select l.id from listings l where l.own_hold_until <= v_until order by l.own_hold_until limit 1000);
  v_ended integer;
begin
  if v_ids = '{}' then
    return 0;
  end if;
  perform from listings l where l.id = any(v_ids) order by l.id collate "C" for no key update;
  with ended as (
    update listings l
    set own_hold_quantity = null, own_hold_until = null, own_hold_note = null, version = l.version + 1, updated_at = v_until
    from listings prior
    -- Read again after the lock wait: the seller may have extended it.
    where l.id = any(v_ids) and l.own_hold_until <= v_until and prior.id = l.id
    returning l.id, l.event_id, l.version, l.status, prior.own_hold_quantity as quantity, prior.own_hold_until as until,
      prior.own_hold_note as note
  ), recorded as (
    insert into listing_changes (listing_id, kind, source, "before", "after")
    select e.id, 'changed', 'operator',
      jsonb_build_object('own_hold_quantity', e.quantity, 'own_hold_until', to_char(e.until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'own_hold_note', e.note),
      '{"own_hold_quantity": null, "own_hold_until": null, "own_hold_note": null}'
    from ended e
  ), announced as (
    insert into outbox (topic, subject, payload)
    select 'listing.updated', e.id, jsonb_build_object('eventId', e.event_id, 'listingId', e.id, 'version', e.version)
    from ended e where e.status = 'active' order by e.id
  )
  select count(*) into v_ended from ended;
  return v_ended;
end $$;
