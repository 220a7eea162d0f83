-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- What the columns of a team's files mean, and what a file may change.
create table inventory_profiles (
  id text primary key check (id ~ '^ipf_'),
  team_id text not null references teams(id),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  version integer not null default 1 check (version > 0),
  archived_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create unique index inventory_profiles__by_team on inventory_profiles (team_id, lower(name)) where (archived_at is null);

-- Every version of a profile; an import names the one that it used.
create table inventory_profile_versions (
  profile_id text not null references inventory_profiles(id),
  version integer not null,
  settings jsonb not null,
  -- Null for the operator.
  saved_by text references accounts(id),
  saved_at timestamptz not null default clock_timestamp(),
  primary key (profile_id, version)
);
create index inventory_profile_versions__by_account on inventory_profile_versions (saved_by) where (saved_by is not null);

-- Inventory files of sellers, from the upload to the undo.
create table inventory_imports (
  id text primary key check (id ~ '^imp_'),
  team_id text not null references teams(id),
  profile_id text not null,
  profile_version integer not null,
  state text not null default 'received' check (state in ('received', 'parsed', 'matched', 'previewed', 'applying', 'done', 'done_with_errors', 'refused', 'discarded', 'undoing', 'undone')),
  file_name text not null,
  -- Names of the stored parts, in order. Empty once they are deleted.
  file_parts text[] not null,
  file_bytes bigint not null check (file_bytes >= 0),
  file_hash text not null,
  -- When the seller's system wrote the file: sales after it are not in it.
  file_made_at timestamptz not null,
  -- The event of all rows, for files that name none.
  event_id integer references catalogue_events(id),
  uploaded_by text references accounts(id),
  created_at timestamptz not null default clock_timestamp(),
  -- The last applied import of the profile when the preview was made; with another one, the preview is made again.
  base_import_id text,
  rows_read integer not null default 0,
  -- Listings of the profile that were on sale when the preview was made.
  live_before integer not null default 0,
  counts jsonb not null default '{}',
  problem_code text,
  problem text,
  -- `free`: few enough to need no confirmation; `guarded`: a person must confirm them or keep the listings.
  withdrawals text not null default 'none' check (withdrawals in ('none', 'free', 'guarded', 'confirmed', 'kept')),
  withdrawals_confirmed integer,
  -- Null for the operator.
  applied_by text references accounts(id),
  applied_at timestamptz,
  finished_at timestamptz,
  undone_at timestamptz,
  relists_withdrawn boolean not null default false,
  -- Until when a process works on it; after a crash, another one goes on then.
  claimed_until timestamptz,
  failed_attempts integer not null default 0,
  -- Rows that the present step has dealt with.
  rows_done integer not null default 0,
  -- Sums over the rows of the preview.
  totals jsonb not null default '{}',
  source text not null default 'upload' check (source in ('upload', 'command', 'api', 'drop')),
  -- Names the delivery: the same one again makes no second import.
  source_key text,
  api_key_id text,
  -- Why a file that arrived without a person was not applied at once.
  waits_for text check (waits_for in ('profile', 'first_imports', 'withdrawals', 'held', 'earlier', 'prices', 'key')),
  -- Rows that are as in the last file. They were not read and have no row in inventory_import_rows; they count as unchanged.
  kept_rows integer not null default 0,
  -- When all rows were read last, by this import or by an earlier one that it builds on. Null if later files cannot build on it.
  read_fully_at timestamptz,
  -- Fingerprint of the listings that the profile managed when the preview was made. Set if rows were kept.
  managed_listings text,
  constraint inventory_imports__api_key foreign key (api_key_id) references inventory_api_keys(id) on delete set null,
  foreign key (profile_id, profile_version) references inventory_profile_versions(profile_id, version),
  constraint inventory_imports__refused_says_why check (state <> 'refused' or problem is not null)
);
create index inventory_imports__by_age on inventory_imports (created_at);
create index inventory_imports__by_applier on inventory_imports (applied_by) where (applied_by is not null);
create index inventory_imports__by_key on inventory_imports (api_key_id) where (api_key_id is not null);
create index inventory_imports__by_profile on inventory_imports (profile_id, applied_at);
create index inventory_imports__by_team on inventory_imports (team_id, created_at);
create index inventory_imports__by_uploader on inventory_imports (uploaded_by) where (uploaded_by is not null);
create unique index inventory_imports__one_at_a_time on inventory_imports (team_id) where (state in ('applying', 'undoing'));
create unique index inventory_imports__one_per_delivery on inventory_imports (profile_id, source_key) where (source_key is not null);
create index inventory_imports__undecided on inventory_imports (id) where (state in ('matched', 'previewed'));
create index inventory_imports__unfinished on inventory_imports (created_at) where (state in ('received', 'parsed', 'matched', 'applying', 'undoing'));
create index inventory_imports__waiting on inventory_imports (team_id) where ((source in ('api', 'drop')) and (state in ('received', 'parsed', 'matched', 'previewed', 'applying')));
create index inventory_imports__with_file on inventory_imports (team_id, created_at) include (file_bytes) where (file_parts <> '{}');

-- The events that a file names, each once. Rows of an event without `event_id` are held.
create table inventory_import_events (
  import_id text not null references inventory_imports(id) on delete cascade,
  key text not null,
  named jsonb not null,
  rows integer not null,
  first_line integer not null,
  last_line integer not null,
  event_id integer references catalogue_events(id) on delete set null,
  matched_by text check (matched_by in ('id', 'foreign', 'alias', 'exact', 'decision')),
  is_skipped boolean not null default false,
  -- Up to five events that could be meant, with scores.
  candidates jsonb not null default '[]',
  -- Hash of what rows were checked against: status, date and blocks of the event. Null if it has changed meanwhile.
  facts text,
  primary key (import_id, key)
);
create index inventory_import_events__unmatched on inventory_import_events (key) where ((event_id is null) and (not is_skipped));

-- One row per row of a file, and one without a line per listing that the file withdraws.
create table inventory_import_rows (
  import_id text not null references inventory_imports(id) on delete cascade,
  position integer not null,
  line integer,
  external_id text,
  event_key text,
  -- The row as the profile reads it; null for invalid rows and withdrawals.
  contents jsonb,
  action text not null default 'pending' check (action in ('pending', 'new', 'changed', 'unchanged', 'withdrawn', 'held', 'skipped', 'invalid')),
  -- Why the row is held, invalid or rejected, for programs; `message` says it for people.
  code text,
  message text,
  warnings jsonb not null default '[]',
  listing_id text,
  -- The listing that had the id until now, for other seats; it is withdrawn.
  replaced_listing_id text,
  -- The values that change, from before; `after` has the new ones.
  before jsonb,
  after jsonb,
  -- Of the listing once the row was written; a listing with a later change is not undone. For unchanged rows: the revision that the row leaves as it is, if a later file need not read it.
  applied_revision integer,
  outcome text check (outcome in ('written', 'unchanged', 'rejected', 'undone', 'undo_rejected')),
  -- By how much the price of a listing changes, in basis points.
  price_change_bp integer,
  -- Of the row's text and of how its profile reads it; null if the row is read with each file.
  digest bytea,
  primary key (import_id, "position")
);
create index inventory_import_rows__by_action on inventory_import_rows (import_id, action, "position");
create index inventory_import_rows__by_event on inventory_import_rows (import_id, event_key);
create index inventory_import_rows__by_external_id on inventory_import_rows (import_id, external_id);
create index inventory_import_rows__by_price_change on inventory_import_rows (import_id, price_change_bp, "position") where (price_change_bp is not null);

-- Decisions about what files call an event. Without a team: an operator's decision, for all sellers.
create table inventory_event_names (
  id integer generated always as identity primary key,
  team_id text references teams(id) on delete cascade,
  -- The system whose ids the key is one of; empty for names.
  source text not null,
  key text not null,
  event_id integer not null references catalogue_events(id) on delete cascade,
  decided_by text references accounts(id) on delete set null,
  decided_at timestamptz not null default clock_timestamp(),
  constraint inventory_event_names__unique unique nulls not distinct (team_id, source, key)
);
create index inventory_event_names__by_account on inventory_event_names (decided_by) where (decided_by is not null);
create index inventory_event_names__by_event on inventory_event_names (event_id);
create index inventory_event_names__by_key on inventory_event_names (source, key);

-- The profile whose files manage a listing: only they withdraw it.
create table inventory_listing_sources (
  listing_id text primary key references listings(id) on delete cascade,
  profile_id text not null references inventory_profiles(id),
  import_id text not null,
  updated_at timestamptz not null default clock_timestamp(),
  -- Of the row of a file that leaves the listing as it is. Null if that is not known.
  row_digest bytea,
  -- Revision of the listing for which that is so.
  settled_revision integer
);
create index inventory_listing_sources__by_profile on inventory_listing_sources (profile_id);

-- Keys with which a seller's system sends files of one profile.
create table inventory_api_keys (
  id text primary key check (id ~ '^iak_'),
  team_id text not null references teams(id),
  profile_id text not null references inventory_profiles(id),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  -- The first characters of the key, by which people recognise it.
  prefix text not null,
  -- SHA-256 of the key, which has 256 random bits and is shown once.
  secret_hash bytea not null,
  created_by text references accounts(id),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text references accounts(id),
  constraint inventory_api_keys__at_most_a_year check (expires_at <= (created_at + '367 days'::interval))
);
create index inventory_api_keys__by_creator on inventory_api_keys (created_by) where (created_by is not null);
create index inventory_api_keys__by_end on inventory_api_keys (LEAST(revoked_at, expires_at));
create index inventory_api_keys__by_profile on inventory_api_keys (profile_id);
create index inventory_api_keys__by_revoker on inventory_api_keys (revoked_by) where (revoked_by is not null);
create unique index inventory_api_keys__by_secret on inventory_api_keys (secret_hash);
create index inventory_api_keys__by_team on inventory_api_keys (team_id, created_at);

-- Profiles that expect a file regularly, and what happens next when none arrives.
create table inventory_heartbeats (
  profile_id text primary key references inventory_profiles(id),
  last_file_at timestamptz not null,
  stage text not null default 'waiting' check (stage in ('waiting', 'warned', 'unpublished')),
  -- Of the next warning or withdrawal; null when there is none.
  due_at timestamptz,
  -- The file that puts the listings back on sale; the work is not finished yet.
  republish_import_id text,
  -- After a failed step: no further one before then.
  retry_at timestamptz,
  -- Listings that could not return with the present file, so far.
  refused_listings integer not null default 0 check (refused_listings >= 0)
);
create index inventory_heartbeats__due on inventory_heartbeats (due_at) where (due_at is not null);
create index inventory_heartbeats__republishing on inventory_heartbeats (profile_id) where (republish_import_id is not null);

-- Listings that were taken off sale because no file arrived. Those with a later revision were changed since.
create table inventory_heartbeat_listings (
  listing_id text primary key references listings(id) on delete cascade,
  profile_id text not null references inventory_profiles(id),
  revision integer not null
);
create index inventory_heartbeat_listings__by_profile on inventory_heartbeat_listings (profile_id);

-- Events that sellers' files name and the catalogue lacks; the operator answers.
create table inventory_event_requests (
  id text primary key check (id ~ '^evr_'),
  team_id text not null references teams(id),
  import_id text not null,
  -- The system whose id `foreign_id` is.
  source text not null,
  foreign_id text,
  name_key text not null,
  named jsonb not null,
  state text not null default 'open' check (state in ('open', 'answered', 'declined')),
  event_id integer references catalogue_events(id) on delete set null,
  reason text check (length(reason) <= 500),
  requested_by text references accounts(id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  constraint inventory_event_requests__declined_says_why check (state <> 'declined' or reason is not null)
);
create index inventory_event_requests__by_account on inventory_event_requests (requested_by) where (requested_by is not null);
create index inventory_event_requests__by_decision on inventory_event_requests (decided_at) where (decided_at is not null);
create index inventory_event_requests__by_event on inventory_event_requests (event_id) where (event_id is not null);
create index inventory_event_requests__by_team on inventory_event_requests (team_id, created_at);
create index inventory_event_requests__open on inventory_event_requests (created_at) where (state = 'open');
create unique index inventory_event_requests__open_once on inventory_event_requests (team_id, name_key, foreign_id) nulls not distinct where (state = 'open');
