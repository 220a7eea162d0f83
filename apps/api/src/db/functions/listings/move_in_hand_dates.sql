-- Trigger: when an event moves to another date, in-hand dates that are given as days before the event move with it.
-- invalidate_feed_of_updated_events announces that the feeds of these events are stale. The source of the change as in
-- end_own_holds.
create or replace function move_in_hand_dates() returns trigger language plpgsql as $$
declare
  v_event_ids integer[] := array(
    select c.id from changed c join before b on b.id = c.id where c.local_at::date is distinct from b.local_at::date);
begin
  if v_event_ids = '{}' then
    return null;
  end if;
  perform from listings l where l.event_id = any(v_event_ids) and l.in_hand_days_before is not null
  order by l.id collate "C" for no key update;
  with moved as (
    update listings l
    set in_hand_date = e.local_at::date - l.in_hand_days_before, version = l.version + 1, updated_at = clock_timestamp()
    from changed e, listings prior
    where e.id = any(v_event_ids) and l.event_id = e.id and l.in_hand_days_before is not null and prior.id = l.id
    returning l.id, prior.in_hand_date as "before", l.in_hand_date as "after"
  )
  insert into listing_changes (listing_id, kind, source, "before", "after")
  select m.id, 'changed', 'operator', jsonb_build_object('in_hand_date', m."before"), jsonb_build_object('in_hand_date', m."after")
  from moved m;
  return null;
end $$;
