-- Writes that the feeds of these events are stale. Commands announce their own changes of listings and holds; this is
-- for what imports and an operator's SQL may change too.
create or replace function invalidate_feed(p_event_ids integer[]) returns void language sql as $$
  insert into outbox (topic, subject, payload)
  select 'feed.stale', id::text, jsonb_build_object('eventId', id) from unnest(p_event_ids) id order by id
$$;
