-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- What the columns or fields of a fixture file mean. An operator confirms a proposed profile before it loads anything.
create table import_profiles (
  name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  format text not null,
  settings jsonb not null,
  confirmed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);

-- One run of an importer, of an undo, or of rows that had waited for a decision.
create table import_runs (
  id integer generated always as identity primary key,
  -- Kind of file or name of the profile; `undo` and `waiting rows` have no file.
  kind text not null,
  file_name text not null,
  content_hash text,
  -- `staged`: complete and invisible. `applied`: visible. `settled`: applied, with nothing left to do.
  state text not null default 'staging' check (state in ('staging', 'staged', 'applied', 'settled', 'undone', 'discarded')),
  -- Whether events with this run are visible: from the switch on for an import, until the switch for an undo.
  shows_events boolean not null default false,
  undoes_run_id integer references import_runs(id),
  started_by text not null,
  counts jsonb not null default '{}',
  -- Seasons that the run has added. A discard removes those without events, and likewise the performers.
  added_season_ids integer[] not null default '{}'::integer[],
  added_performer_ids integer[] not null default '{}'::integer[],
  started_at timestamptz not null default clock_timestamp(),
  applied_at timestamptz
);
create index import_runs__unfinished on import_runs (id) where (state in ('staging', 'staged', 'applied'));

-- What a run does with each row of its file, for its switch, its report and its undo.
create table import_rows (
  run_id integer not null references import_runs(id) on delete cascade,
  position integer not null,
  -- Line of the file; null for an event that the file misses.
  line integer,
  -- `removed`, `kept`: an undo takes the event back, or leaves it as it is. `missing`: the catalogue has it, the file of the season does not.
  outcome text not null check (outcome in ('new', 'changed', 'moved', 'cancelled', 'unchanged', 'removed', 'kept', 'waiting', 'missing', 'skipped', 'invalid')),
  reason text,
  event_id integer,
  title text,
  -- Date and time as text, as the file gives them for the venue.
  local_at text,
  -- The stored event, where the row changes it.
  before jsonb,
  -- The changed event, or the entry that waits for a decision.
  after jsonb,
  -- The source's own reference with what the source said, and what it said before.
  link jsonb,
  primary key (run_id, "position")
);
create index import_rows__changing on import_rows (run_id, "position") where (outcome in ('moved', 'changed', 'cancelled'));

-- A source's reference for an event. It stays with the same event, even if the event is renamed or moved.
create table event_sources (
  -- Namespace of the references: a format, or the name of a profile.
  source text not null check (source <> ''),
  ref text not null,
  event_id integer not null references catalogue_events(id) on delete cascade,
  -- The last data received from the source: version, status, title and time. The same data again is no change, even if another source changed the event in the meantime.
  claim jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (source, ref)
);
create index event_sources__by_event on event_sources (event_id);

-- Imported rows that could not be matched, once per source and reference, until an operator decides.
create table unmatched_events (
  id integer generated always as identity primary key,
  source text not null,
  ref text not null,
  status text not null default 'waiting' check (status in ('waiting', 'dismissed', 'loaded')),
  entry jsonb not null,
  -- The names that matched nothing, and what else needs a decision.
  missing jsonb not null,
  file_name text not null,
  line integer not null,
  event_id integer references catalogue_events(id) on delete set null,
  first_seen_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  unique (source, ref)
);
create index unmatched_events__by_event on unmatched_events (event_id) where (event_id is not null);
create index unmatched_events__open on unmatched_events (id) where (status = 'waiting');
create index unmatched_events__proposals on unmatched_events using gin (missing jsonb_path_ops) where (status = 'waiting');

-- Names that imports do not know, once each, until an operator decides. The rows that wait are in unmatched_events and carry the proposal's id.
create table name_proposals (
  id integer generated always as identity primary key,
  what text not null check (what in ('performer', 'venue', 'competition', 'event')),
  name text not null,
  name_key text not null check (name_key <> ''),
  -- Where the name has one meaning: a namespace of performers, a place of venues, a competition, or one row of a source.
  scope text not null,
  -- Kind of performer that the file suggests.
  kind text check (kind in ('team', 'artist', 'driver', 'constructor')),
  -- Slug of the competition whose events name it.
  competition text,
  city text,
  country_code text,
  -- The first file that names it.
  file_name text not null,
  line integer not null,
  status text not null default 'open' check (status in ('open', 'accepted', 'merged', 'rejected')),
  -- The performer, venue, competition or event that the name means since the decision.
  target_id integer,
  proposed_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  unique (what, scope, name_key)
);
create index name_proposals__open on name_proposals (id) where (status = 'open');
