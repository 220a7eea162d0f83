-- Reviewed: the changed tables are small; the check of the kinds of notifications is validated in its own migration.
-- Files that arrive without a person: API keys, drop folders, and profiles that expect a file regularly.
create table inventory_api_keys (
  id text primary key check (id ~ '^iak_'),
  team_id text not null references teams(id),
  profile_id text not null references inventory_profiles(id),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  prefix text not null,
  secret_hash bytea not null,
  created_by text references accounts(id),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text references accounts(id),
  constraint inventory_api_keys__at_most_a_year check (expires_at <= created_at + interval '367 days')
);
comment on table inventory_api_keys is 'Keys with which a seller''s system sends files of one profile.';
comment on column inventory_api_keys.prefix is 'The first characters of the key, by which people recognise it.';
comment on column inventory_api_keys.secret_hash is 'SHA-256 of the key, which has 256 random bits and is shown once.';
create unique index inventory_api_keys__by_secret on inventory_api_keys (secret_hash);
create index inventory_api_keys__by_team on inventory_api_keys (team_id, created_at);
create index inventory_api_keys__by_profile on inventory_api_keys (profile_id);
create index inventory_api_keys__by_creator on inventory_api_keys (created_by) where (created_by is not null);
create index inventory_api_keys__by_revoker on inventory_api_keys (revoked_by) where (revoked_by is not null);

alter table inventory_imports
  add column source text not null default 'upload' check (source in ('upload', 'command', 'api', 'drop')),
  add column source_key text,
  add column api_key_id text references inventory_api_keys(id),
  add column waits_for text check (waits_for in ('profile', 'first_imports', 'withdrawals', 'held', 'earlier'));
comment on column inventory_imports.source_key is 'Names the delivery: the same one again makes no second import.';
comment on column inventory_imports.waits_for is 'Why a file that arrived without a person was not applied at once.';

create table inventory_heartbeats (
  profile_id text primary key references inventory_profiles(id),
  last_file_at timestamptz not null,
  stage text not null default 'waiting' check (stage in ('waiting', 'warned', 'unpublished')),
  due_at timestamptz,
  republish_import_id text
);
comment on table inventory_heartbeats is 'Profiles that expect a file regularly, and what happens next when none arrives.';
comment on column inventory_heartbeats.due_at is 'Of the next warning or withdrawal; null when there is none.';
comment on column inventory_heartbeats.republish_import_id is 'The file that puts the listings back on sale; the work is not finished yet.';
create index inventory_heartbeats__due on inventory_heartbeats (due_at) where (due_at is not null);
create index inventory_heartbeats__republishing on inventory_heartbeats (profile_id) where (republish_import_id is not null);

create table inventory_heartbeat_listings (
  listing_id text primary key references listings(id) on delete cascade,
  profile_id text not null references inventory_profiles(id),
  revision integer not null
);
comment on table inventory_heartbeat_listings is 'Listings that were taken off sale because no file arrived. Those with a later revision were changed since.';
create index inventory_heartbeat_listings__by_profile on inventory_heartbeat_listings (profile_id);

create table inventory_event_requests (
  id text primary key check (id ~ '^evr_'),
  team_id text not null references teams(id),
  import_id text not null,
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
comment on table inventory_event_requests is 'Events that sellers'' files name and the catalogue lacks; the operator answers.';
comment on column inventory_event_requests.source is 'The system whose id `foreign_id` is.';
create unique index inventory_event_requests__open_once on inventory_event_requests (team_id, name_key, foreign_id) nulls not distinct where (state = 'open');
create index inventory_event_requests__by_team on inventory_event_requests (team_id, created_at);
create index inventory_event_requests__open on inventory_event_requests (created_at) where (state = 'open');
create index inventory_event_requests__by_event on inventory_event_requests (event_id) where (event_id is not null);
create index inventory_event_requests__by_account on inventory_event_requests (requested_by) where (requested_by is not null);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('message', 'quote_viewed', 'quote_unopened', 'quote_accepted', 'quote_declined', 'order_placed', 'tickets_delivered', 'order_changed', 'price_drop', 'low_stock', 'hold_expired', 'search_match', 'inventory')) not valid;
