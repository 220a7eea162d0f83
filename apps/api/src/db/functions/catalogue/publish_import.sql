-- Announces what the switch of a run shows, changes and hides. Search gets the new events in pages; beyond 50,000 it
-- reloads everything once.
create or replace function publish_import(p_run_id integer) returns void language sql as $$
  insert into outbox (topic, subject, payload)
  select 'search.stale', 'search', jsonb_build_object('eventIds', case when max(total) <= 50000 then jsonb_agg(event_id) end)
  from (
    select event_id, count(*) over () as total, row_number() over (order by position) as number
    from import_rows where run_id = p_run_id and outcome in ('new', 'removed')
  ) shown group by case when total <= 50000 then (number - 1) / 2000 end;
  insert into outbox (topic, subject, payload)
  select 'event.rescheduled', event_id::text, jsonb_build_object('eventId', event_id)
  from import_rows where run_id = p_run_id and outcome = 'moved' order by position;
  insert into outbox (topic, subject, payload)
  select 'event.cancelled', event_id::text, jsonb_build_object('eventId', event_id)
  from import_rows
  where run_id = p_run_id and outcome in ('moved', 'changed', 'cancelled') and after ->> 'status' = 'cancelled'
    and before ->> 'status' <> 'cancelled'
  order by position;
$$;
