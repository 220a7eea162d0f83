-- The switch of an import announces its own events.
create or replace function on_event_performers_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(
    select e.id from (select distinct event_id from changed) c
    join catalogue_events e on e.id = c.event_id where e.import_run_id is null));
  return null;
end $$;
