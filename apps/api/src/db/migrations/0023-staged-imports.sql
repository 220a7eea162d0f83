-- Imports are staged in short transactions and become visible by one (ADR 0022).
create table import_runs (
  id integer generated always as identity primary key,
  kind text not null,
  file_name text not null,
  content_hash text,
  state text not null default 'staging'
    check (state in ('staging', 'staged', 'applied', 'settled', 'undone', 'discarded')),
  shows_events boolean not null default false,
  undoes_run_id integer references import_runs (id),
  started_by text not null,
  counts jsonb not null default '{}',
  added_season_ids integer[] not null default '{}',
  added_performer_ids integer[] not null default '{}',
  started_at timestamptz not null default clock_timestamp(),
  applied_at timestamptz
);
create index import_runs__unfinished on import_runs (id) where state in ('staging', 'staged', 'applied');
comment on table import_runs is 'One run of an importer, of an undo, or of rows that had waited for a decision.';
comment on column import_runs.kind is 'Kind of file or name of the profile; `undo` and `waiting rows` have no file.';
comment on column import_runs.state is
  '`staged`: complete and invisible. `applied`: visible. `settled`: applied, with nothing left to do.';
comment on column import_runs.shows_events is
  'Whether events with this run are visible: from the switch on for an import, until the switch for an undo.';

create table import_rows (
  run_id integer not null references import_runs (id) on delete cascade,
  position integer not null,
  line integer,
  outcome text not null check (outcome in
    ('new', 'changed', 'moved', 'cancelled', 'unchanged', 'removed', 'kept', 'waiting', 'missing', 'skipped', 'invalid')),
  reason text,
  event_id integer,
  title text,
  local_at text,
  before jsonb,
  after jsonb,
  link jsonb,
  primary key (run_id, position)
);
comment on table import_rows is 'What a run does with each row of its file, for its switch, its report and its undo.';
comment on column import_rows.line is 'Line of the file; null for an event that the file misses.';
comment on column import_runs.added_season_ids is
  'Seasons that the run has added. A discard removes those without events, and likewise the performers.';
comment on column import_rows.outcome is
  '`removed`, `kept`: an undo takes the event back, or leaves it as it is. `missing`: the catalogue has it, the file of the season does not.';
comment on column import_rows.local_at is 'Date and time as text, as the file gives them for the venue.';
comment on column import_rows.before is 'The stored event, where the row changes it.';
comment on column import_rows.after is 'The changed event, or the entry that waits for a decision.';
comment on column import_rows.link is 'The source''s own reference with what the source said, and what it said before.';

alter table events rename to catalogue_events;
alter sequence events_id_seq rename to catalogue_events_id_seq;
alter table catalogue_events rename constraint events_pkey to catalogue_events_pkey;
alter table catalogue_events rename constraint events_source_key_key to catalogue_events_source_key_key;
alter table catalogue_events rename constraint events_category_id_fkey to catalogue_events_category_id_fkey;
alter table catalogue_events rename constraint events_season_id_fkey to catalogue_events_season_id_fkey;
alter table catalogue_events rename constraint events_venue_id_fkey to catalogue_events_venue_id_fkey;
alter table catalogue_events rename constraint events_status_check to catalogue_events_status_check;
alter index events__by_category rename to catalogue_events__by_category;
alter index events__by_start rename to catalogue_events__by_start;
alter index events__by_venue rename to catalogue_events__by_venue;
alter table catalogue_events add column import_run_id integer references import_runs (id);
comment on column catalogue_events.import_run_id is
  'The import that adds the event, until it has settled. The view `events` hides it until then.';

-- The triggers move to new names, because their old ones say `events`, which is a view now.
drop trigger if exists events__search_added on catalogue_events;
drop trigger if exists events__search_changed on catalogue_events;
drop trigger if exists events__search_removed on catalogue_events;
drop trigger if exists events__invalidate_feed on catalogue_events;

-- Also in db/views, where it is changed. Here so that later migrations can read it.
create view events as
select e.id, e.source_key, e.title, e.slug, e.category_id, e.season_id, e.venue_id, e.round, e.source_local_at,
  e.first_source_local_at, e.local_at, e.shift_weeks, e.timezone, e.starts_at, e.date_confirmed, e.time_confirmed,
  e.time_known, e.status, e.created_at, e.updated_at
from catalogue_events e
where e.import_run_id is null
  or exists (select from import_runs r where r.id = e.import_run_id and r.shows_events);

-- Discarded and undone events are deleted, and each deletion looks for its references.
drop index listings__by_event;
create index listings__by_event on listings (event_id, status);
create index order_lines__by_event on order_lines (event_id);
create index recent_views__by_event on recent_views (event_id);
create index saved_searches__by_event on saved_searches (event_id);
create index unmatched_events__by_event on unmatched_events (event_id) where event_id is not null;
