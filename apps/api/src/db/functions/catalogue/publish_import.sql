-- Announces what the switch of a run shows, changes and hides. Search gets the new events in pages; beyond 50,000 it
-- reloads everything once. Reads the run's counts first, because a file may have far more rows than changes.
create or replace function publish_import(p_run_id integer) returns void language plpgsql as $$
declare
  v_shown integer;
begin
  select coalesce((counts ->> 'new')::integer, 0) + coalesce((counts ->> 'removed')::integer, 0) into v_shown
  from import_runs where id = p_run_id;
  if v_shown > 50000 then
    insert into outbox (topic, subject, payload) values ('search.stale', 'search', '{"eventIds": null}');
  elsif v_shown > 0 then
    insert into outbox (topic, subject, payload)
    select 'search.stale', 'search', jsonb_build_object('eventIds', jsonb_agg(event_id))
    from (
      select event_id, row_number() over (order by position) as number
      from import_rows where run_id = p_run_id and outcome in ('new', 'removed')
    ) shown group by (number - 1) / 2000;
  end if;
  insert into outbox (topic, subject, payload)
  select 'event.rescheduled', event_id::text, jsonb_build_object('eventId', event_id)
  from import_rows
  where run_id = p_run_id and outcome in ('moved', 'changed', 'cancelled') and outcome = 'moved' order by position;
  insert into outbox (topic, subject, payload)
  select 'event.cancelled', event_id::text, jsonb_build_object('eventId', event_id)
  from import_rows
  where run_id = p_run_id and outcome in ('moved', 'changed', 'cancelled') and after ->> 'status' = 'cancelled'
    and before ->> 'status' <> 'cancelled'
  order by position;
end $$;
