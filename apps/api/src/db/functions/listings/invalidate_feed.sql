-- Announces that the feeds of these events are stale. Covers changes by imports and by an operator's SQL; commands
-- announce their own changes of listings and holds.
create or replace function invalidate_feed(p_event_ids integer[]) returns void language sql as $$
  insert into outbox (topic, subject, payload)
  select 'feed.stale', id::text, jsonb_build_object('eventId', id) from unnest(p_event_ids) id order by id
$$;
