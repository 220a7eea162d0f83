-- The catalogue as everyone sees it: without the events of an import that is not complete. Reads and writes like a table.
create or replace view events as
select e.id, e.source_key, e.title, e.slug, e.category_id, e.season_id, e.venue_id, e.round, e.source_local_at,
  e.first_source_local_at, e.local_at, e.shift_weeks, e.timezone, e.starts_at, e.date_confirmed, e.time_confirmed,
  e.time_known, e.status, e.created_at, e.updated_at, e.revision
from catalogue_events e
where e.import_run_id is null
  or exists (select from import_runs r where r.id = e.import_run_id and r.shows_events);
