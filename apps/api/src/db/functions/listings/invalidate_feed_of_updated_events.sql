-- Trigger: announces the feeds of updated events as stale. Updates that set `import_run_id`, when an import is settled, change
-- nothing that a feed shows.
create or replace function invalidate_feed_of_updated_events() returns trigger language plpgsql as $$
begin
  perform invalidate_feed(array(
    select c.id from changed c join before b on b.id = c.id
    where c.import_run_id is not distinct from b.import_run_id));
  return null;
end $$;
