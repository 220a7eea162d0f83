-- Publishes that search records of these events are stale. Beyond 2,000 events the notice names none and means all.
create or replace function invalidate_search(p_event_ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(p_event_ids) = 0 then return; end if;
  insert into outbox (topic, subject, payload)
  values ('search.stale', 'search', jsonb_build_object('eventIds',
    case when cardinality(p_event_ids) <= 2000 then to_jsonb(p_event_ids) end));
end $$;
