-- The frozen start of the schema. Do not edit: its checksum is stored, and a changed file stops the start.
-- A change is a new numbered migration; the current tables are in db/schema, functions and triggers in files of their own.

create schema sandbox;
create sequence order_numbers start 100001;

create table outbox (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  subject text not null,
  payload jsonb not null,
  occurred_at timestamptz not null default clock_timestamp()
);
create index outbox__tail on outbox (xid, id);
comment on table outbox is
  'Events, each written in the transaction that it describes. Readers follow (xid, id): identity values are handed out before commit, so `id` alone would skip rows of a transaction that is still running.';

create table outbox_cursors (
  subscriber text primary key,
  xid xid8 not null,
  id bigint not null,
  updated_at timestamptz not null default clock_timestamp()
);
comment on table outbox_cursors is
  'One row for each durable subscriber: everything up to (xid, id) has been handled at least once.';

create table teams (
  id text primary key check (id ~ '^tm_'),
  name text not null,
  email text not null,
  base_currency text not null,
  created_at timestamptz not null default clock_timestamp()
);

create table accounts (
  id text primary key check (id ~ '^usr_'),
  team_id text not null references teams (id),
  team_role text not null check (team_role in ('owner', 'member')),
  role text not null check (role in ('buyer', 'seller', 'operator')),
  status text not null check (status in ('pending', 'active', 'suspended', 'removed')),
  username text not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  country_code text not null default '',
  phone text not null default '',
  is_trade_user boolean not null default true,
  referral_code text,
  is_demo boolean not null default false,
  email_verified_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index accounts__by_team on accounts (team_id);
create unique index accounts__email_unique on accounts (lower(email)) where (status <> 'removed');
create unique index accounts__username_unique on accounts (lower(username)) where (status <> 'removed');
comment on table accounts is
  'Each account belongs to one team. User name and email are unique without regard to case. A removed account keeps its row, because holds and orders refer to it; its user name and email are free again.';
comment on column accounts.referral_code is
  'Free text from the sign-up form; never trusted.';
comment on column accounts.email_verified_at is
  'When the owner confirmed the link that was sent to the address.';

create table sessions (
  id text primary key check (id ~ '^ses_'),
  account_id text not null references accounts (id) on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null default '',
  ip_address text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);
create index sessions__by_account on sessions (account_id);
comment on table sessions is
  'Only the hash of a session token is stored.';
comment on column sessions.ip_address is
  'IP address that opened the session. An address that the account used before is exempt from the login limit per user name.';

create table login_failures (
  id bigint generated always as identity primary key,
  username_key text not null,
  ip_address text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index login_failures__by_ip_address on login_failures (ip_address, failed_at);
create index login_failures__by_username on login_failures (username_key, failed_at);
comment on table login_failures is
  'Failed logins, counted per user name and per IP address in a sliding window.';

create table email_verifications (
  id text primary key check (id ~ '^ver_'),
  account_id text not null references accounts (id) on delete cascade,
  verify_link text not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index email_verifications__by_account on email_verifications (account_id, requested_at);
comment on column email_verifications.verify_link is
  'The page that the email links to; the token is appended.';

create table email_verification_tokens (
  token_hash bytea primary key,
  verification_id text not null references email_verifications (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verification_tokens__by_account on email_verification_tokens (account_id);
create index email_verification_tokens__by_verification on email_verification_tokens (verification_id);
comment on table email_verification_tokens is
  'Created when the email is written, so each email carries its own token. A token works once, for three days; only its hash is stored.';

create table password_resets (
  id text primary key check (id ~ '^rst_'),
  email_key text not null,
  ip_address text not null,
  reset_link text not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index password_resets__by_ip_address on password_resets (ip_address, requested_at);
create index password_resets__by_email on password_resets (email_key, requested_at);
comment on table password_resets is
  'Each request, recorded in the same way whether or not the address has an account.';

create table password_reset_tokens (
  token_hash bytea primary key,
  reset_id text not null references password_resets (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_tokens__by_account on password_reset_tokens (account_id);
create index password_reset_tokens__by_reset on password_reset_tokens (reset_id);
comment on table password_reset_tokens is
  'Created when the email is written, so each email carries its own token. A token works once, for one hour; only its hash is stored.';

create table password_reset_failures (
  id bigint generated always as identity primary key,
  ip_address text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index password_reset_failures__by_ip_address on password_reset_failures (ip_address, failed_at);
comment on table password_reset_failures is
  'Tokens that did not match, counted per IP address in a sliding window.';

create table team_invitations (
  id text primary key check (id ~ '^inv_'),
  team_id text not null references teams (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  team_role text not null check (team_role in ('owner', 'member')),
  account_role text not null check (account_role in ('buyer', 'seller', 'operator')),
  invited_by text not null references accounts (id),
  join_link text not null,
  sent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('accepted', 'withdrawn')),
  check ((ended_at is null) = (ended_as is null))
);
create index team_invitations__by_inviter on team_invitations (invited_by);
create unique index team_invitations__one_open on team_invitations (team_id, email_key) where (ended_at is null);
comment on table team_invitations is
  'A team has at most one open invitation per email address; an invitation works once.';
comment on column team_invitations.account_role is
  'The role of the new account: the same as the inviter''s.';
comment on column team_invitations.join_link is
  'The page that the emails link to; the token is appended.';

create table team_invitation_emails (
  id text primary key check (id ~ '^iem_'),
  invitation_id text not null references team_invitations (id) on delete cascade,
  team_id text not null references teams (id),
  requested_at timestamptz not null default clock_timestamp()
);
create index team_invitation_emails__by_invitation on team_invitation_emails (invitation_id);
create index team_invitation_emails__by_team on team_invitation_emails (team_id, requested_at);
comment on table team_invitation_emails is
  'Each requested email. Counted, so that a team cannot flood an inbox.';

create table team_invitation_tokens (
  token_hash bytea primary key,
  invitation_id text not null references team_invitations (id) on delete cascade,
  expires_at timestamptz not null
);
create index team_invitation_tokens__by_invitation on team_invitation_tokens (invitation_id);
comment on table team_invitation_tokens is
  'Created when the email is written, so each email carries its own token. Only the hash is stored.';

create table idempotency_keys (
  team_id text not null references teams (id),
  route text not null,
  key text not null check (length(key) >= 1 and length(key) <= 255),
  body_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (team_id, route, key)
);
create index idempotency_keys__by_age on idempotency_keys (created_at);
comment on table idempotency_keys is
  'A key belongs to one request body. A duplicate in flight waits on the primary key for the first request.';

create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  actor_id text check (actor_id ~ '^usr_'),
  account_id text check (account_id ~ '^usr_'),
  team_id text check (team_id ~ '^tm_'),
  session_id text check (session_id ~ '^ses_'),
  ip_address text not null,
  user_agent text not null check (length(user_agent) <= 300),
  request_id text,
  details jsonb not null check (jsonb_typeof(details) = 'object' and length(details::text) <= 2000)
);
create index security_events__by_account on security_events (account_id, id);
create index security_events__by_age on security_events (at);
comment on table security_events is
  'Append-only audit log, dated by the database and kept for 400 days. It outlives the accounts it names, so it has no foreign keys.';
comment on column security_events.actor_id is
  'The signed-in account that acted.';
comment on column security_events.account_id is
  'The account that was affected.';

create table currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  id integer not null unique,
  name text not null
);

create table countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null,
  dial_code text not null default ''
);

create table exchange_rates (
  rate_date date not null,
  currency text not null,
  rate numeric(20,8) not null check (rate > 0::numeric),
  primary key (rate_date, currency)
);
create index exchange_rates__latest on exchange_rates (currency, rate_date desc);
comment on table exchange_rates is
  'ECB reference rates: units of the currency for one euro. The latest rate that is not in the future applies; one that is 30 days older than the newest of all counts as missing.';

create table categories (
  id integer generated always as identity primary key,
  parent_id integer references categories (id),
  kind text not null check (kind in ('sport', 'genre', 'competition')),
  name text not null,
  slug text not null unique,
  position integer not null default 0,
  confirm_ahead_days smallint
);
comment on column categories.confirm_ahead_days is
  'How many days before an event its start time counts as confirmed; null where time alone never confirms it.';

create table performers (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('team', 'artist', 'driver')),
  name text not null,
  slug text not null unique,
  country_code text
);

create table performer_aliases (
  scope text not null,
  name_key text not null,
  performer_id integer not null references performers (id) on delete cascade,
  primary key (scope, name_key)
);
comment on table performer_aliases is
  'Names that sources use for a performer, in matching form: lower case, no accents, no punctuation.';

create table venues (
  id integer generated always as identity primary key,
  name text not null,
  slug text not null unique,
  kind text not null check (kind in ('bowl', 'arena', 'circuit', 'court', 'theatre', 'field')),
  city text not null,
  country_code text not null,
  timezone text not null,
  capacity integer not null check (capacity > 0),
  latitude double precision,
  longitude double precision
);

create table venue_aliases (
  name_key text not null,
  scope text not null default '',
  venue_id integer not null references venues (id) on delete cascade,
  primary key (scope, name_key)
);

create table performer_venues (
  performer_id integer primary key references performers (id) on delete cascade,
  venue_id integer not null references venues (id)
);

create table seating_plans (
  venue_id integer primary key references venues (id) on delete cascade,
  is_schematic boolean not null,
  is_from_file boolean not null default false,
  plan jsonb not null,
  constraint seating_plans__generated_is_schematic check (is_from_file or is_schematic)
);
comment on table seating_plans is
  'A generated plan is schematic and never replaces one that was loaded from a file.';

create table seating_categories (
  id integer generated always as identity primary key,
  venue_id integer not null references venues (id) on delete cascade,
  name text not null,
  level text not null,
  rank smallint not null,
  unique (venue_id, name)
);
comment on table seating_categories is
  'The category names of a venue''s listings, such as Lower tier or Club level.';

create table section_names (
  venue_id integer not null references venues (id) on delete cascade,
  name_key text not null check (name_key <> ''),
  name text not null,
  block_id text not null,
  primary key (venue_id, name_key)
);
comment on table section_names is
  'Sellers'' names for a block that no matching rule would find.';
comment on column section_names.block_id is
  'The block''s id in the plan. A later plan may lack it.';

create table seasons (
  id integer generated always as identity primary key,
  category_id integer not null references categories (id),
  name text not null,
  shift_weeks integer not null default 0,
  shift_decided_at timestamptz,
  unique (category_id, name)
);
comment on column seasons.shift_weeks is
  'How far the demo moves a past season forward; decided once.';

create table events (
  id integer generated always as identity primary key,
  source_key text not null unique,
  title text not null,
  slug text not null,
  category_id integer not null references categories (id),
  season_id integer references seasons (id),
  venue_id integer not null references venues (id),
  round text,
  source_local_at timestamp not null,
  first_source_local_at timestamp,
  local_at timestamp not null,
  shift_weeks integer not null default 0,
  timezone text not null,
  starts_at timestamptz not null,
  date_confirmed boolean not null,
  time_confirmed boolean not null,
  time_known boolean not null default true,
  status text not null check (status in ('scheduled', 'postponed', 'rescheduled', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index events__by_category on events (category_id, starts_at);
create index events__by_start on events (starts_at);
create index events__by_venue on events (venue_id, starts_at);
comment on table events is
  'An event is found by its source key, whatever its date. The local time and zone are authoritative; `starts_at` is derived from them.';
comment on column events.source_local_at is
  'The newest date of the source.';
comment on column events.first_source_local_at is
  'The date before the first move, so that an older file of the same season cannot move the event back.';
comment on column events.shift_weeks is
  'The demo shift that was added to this event. An event with holds or orders is never shifted.';

create table event_performers (
  event_id integer not null references events (id) on delete cascade,
  performer_id integer not null references performers (id),
  role text not null check (role in ('home', 'away', 'performer', 'driver')),
  position smallint not null default 0,
  primary key (event_id, performer_id)
);
create index event_performers__by_performer on event_performers (performer_id);

create table event_stats (
  event_id integer primary key references events (id) on delete cascade,
  min_price_minor bigint,
  min_price_currency text,
  ticket_count integer not null default 0,
  listing_count integer not null default 0,
  demand double precision not null default 0,
  trend_score double precision not null default '-Infinity',
  first_listed_at timestamptz,
  updated_at timestamptz not null default clock_timestamp()
);
create index event_stats__by_demand on event_stats (demand desc);
create index event_stats__by_first_listed on event_stats (first_listed_at desc nulls last);
create index event_stats__by_trend_score on event_stats (trend_score desc);
comment on table event_stats is
  'Figures for event lists, maintained from listing events and never counted while a page waits.';
comment on column event_stats.trend_score is
  'Popularity that halves every three days, as a logarithm: the order of two events does not change by itself, so an index can hold it.';
comment on column event_stats.first_listed_at is
  'When the first of its listings went on sale.';

create table event_aliases (
  competition text not null,
  name_key text not null,
  title text not null,
  primary key (competition, name_key)
);
comment on table event_aliases is
  'Other names of events that recur each season.';

create table event_sources (
  source text not null check (source in ('icalendar', 'json-ld', 'ticketmaster')),
  ref text not null,
  event_id integer not null references events (id) on delete cascade,
  claim jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (source, ref)
);
create index event_sources__by_event on event_sources (event_id);
comment on table event_sources is
  'A source''s reference for an event. It stays with the same event, even if the event is renamed or moved.';
comment on column event_sources.claim is
  'The last data received from the source: version, status, title and time. The same data again is no change, even if another source changed the event in the meantime.';

create table unmatched_events (
  id integer generated always as identity primary key,
  source text not null,
  ref text not null,
  status text not null default 'waiting' check (status in ('waiting', 'dismissed', 'loaded')),
  entry jsonb not null,
  missing jsonb not null,
  file_name text not null,
  line integer not null,
  event_id integer references events (id) on delete set null,
  first_seen_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  unique (source, ref)
);
create index unmatched_events__open on unmatched_events (id) where (status = 'waiting');
comment on table unmatched_events is
  'Imported rows that could not be matched, once per source and reference, until an operator decides.';
comment on column unmatched_events.missing is
  'The names that matched nothing, and what else needs a decision.';

create table old_slugs (
  type text not null check (type in ('category', 'performer', 'venue')),
  slug text not null,
  type_id integer not null,
  retired_at timestamptz not null default clock_timestamp(),
  primary key (type, slug)
);
comment on table old_slugs is
  'Every former slug of a category, performer or venue leads to it until another one takes the slug. A current slug wins over a former one.';

create table recent_views (
  account_id text not null references accounts (id) on delete cascade,
  event_id integer not null references events (id) on delete cascade,
  viewed_at timestamptz not null,
  primary key (account_id, event_id)
);
create index recent_views__newest on recent_views (account_id, viewed_at desc);
comment on table recent_views is
  'An account has one row per event: its latest view.';

create table menu_overrides (
  type text not null check (type in ('category', 'performer', 'venue', 'event')),
  type_id integer not null,
  title text check (btrim(title) <> '' and length(title) <= 80),
  position integer check ("position" >= 1 and "position" <= 999),
  is_hidden boolean not null default false,
  is_placed boolean not null default false,
  parent_category_id integer references categories (id) on delete cascade,
  primary key (type, type_id),
  constraint menu_overrides__parent_requires_placed check (is_placed or parent_category_id is null)
);
comment on table menu_overrides is
  'One override per menu entry.';
comment on column menu_overrides.position is
  'Entries with a position come first among their siblings.';
comment on column menu_overrides.is_placed is
  'Whether an operator chose the parent: `parent_category_id`, or the top level without one.';

create table banners (
  id integer generated always as identity primary key,
  title text not null check (btrim(title) <> '' and length(title) <= 80),
  text text not null default '' check (length(text) <= 200),
  type text not null check (type in ('category', 'performer', 'venue', 'event')),
  type_id integer not null,
  position integer not null default 100 check ("position" >= 1 and "position" <= 999),
  created_at timestamptz not null default clock_timestamp()
);

create table search_records (
  index_name text not null,
  object_id text not null,
  body jsonb,
  primary key (index_name, object_id)
);
comment on table search_records is
  'Records written to the embedded search endpoint over HTTP, for restarts and other processes. A record without a body was deleted.';

create table search_indexes (
  index_name text primary key,
  settings jsonb not null default '{}'
);

create table listings (
  id text primary key check (id ~ '^lst_'),
  event_id integer not null references events (id),
  seller_team_id text not null references teams (id),
  external_id text,
  category_id integer not null references seating_categories (id),
  section text not null,
  "row" text not null default '',
  first_seat integer,
  last_seat integer,
  seats_hidden boolean not null default false,
  general_admission boolean not null default false,
  ticket_type text not null check (ticket_type in ('eTicket', 'mobile', 'mobile-link', 'paper', 'local-delivery', 'season-cards')),
  split_type text not null check (split_type in ('No Preferences', 'Single Tickets', 'Single Seats', 'All Together', 'Avoid Leaving One Ticket', 'Sell In Multiples')),
  quantity_limit integer check (quantity_limit > 0),
  multiple_sale_unit integer check (multiple_sale_unit > 0),
  quantity integer not null check (quantity > 0),
  sold integer not null default 0 check (sold >= 0),
  price_minor bigint not null check (price_minor > 0),
  currency text not null,
  face_value_minor bigint check (face_value_minor > 0),
  in_hand_date date not null,
  instant_download boolean not null default false,
  hospitality boolean not null default false,
  attendee_delivery_details_required boolean not null default false,
  attendee_identification_details_required boolean not null default false,
  notes jsonb not null default '[]',
  status text not null default 'active' check (status in ('active', 'withdrawn')),
  is_demo boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint listings__external_id_unique unique (seller_team_id, external_id),
  constraint listings__multiples_have_unit check (split_type <> 'Sell In Multiples' or multiple_sale_unit is not null),
  constraint listings__not_oversold check (sold <= quantity)
);
create index listings__by_event on listings (event_id) where (status = 'active');
comment on table listings is
  'Never sells more than it has. `version` grows with every change that a buyer can see, holds included.';

create table demo_stock (
  name text primary key,
  seed text not null,
  listings integer not null,
  loaded_at timestamptz not null default clock_timestamp()
);
comment on table demo_stock is
  'One row for each set of demo stock that was loaded completely.';

create table holds (
  id text primary key check (id ~ '^hld_'),
  team_id text not null,
  created_by text not null,
  listing_id text not null references listings (id),
  event_id integer not null,
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('active', 'paying', 'released', 'sold')),
  seller_price_minor bigint not null,
  seller_currency text not null,
  ticket_price_minor bigint not null,
  buyer_currency text not null,
  rate numeric(20,10) not null,
  rate_date date,
  fee_bp integer not null,
  quote_ref text,
  attempt_id text,
  expires_at timestamptz not null,
  reserved_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint holds__paying_has_attempt check (state <> 'paying' or attempt_id is not null)
);
create index holds__by_attempt on holds (attempt_id) where (attempt_id is not null);
create index holds__by_listing on holds (listing_id);
create index holds__open_by_reserved_until on holds (reserved_until) where (state in ('active', 'paying'));
create index holds__open_by_listing on holds (listing_id) where (state in ('active', 'paying'));
create index holds__open_by_team on holds (team_id) where (state in ('active', 'paying'));
comment on table holds is
  'A hold belongs to a team. Prices are frozen when it is placed. Sold tickets plus open holds never exceed a listing''s quantity.';
comment on column holds.seller_price_minor is
  'Price per ticket in minor units of `seller_currency`, frozen when the hold is placed.';
comment on column holds.ticket_price_minor is
  'Ticket price before the service fee, in minor units of `buyer_currency`: `seller_price_minor` times `rate`, rounded.';
comment on column holds.rate is
  'Units of the buyer''s currency for one unit of the seller''s.';
comment on column holds.quote_ref is
  'Id of the team''s quote that the hold is for.';
comment on column holds.attempt_id is
  'The checkout attempt that pays or paid for the hold.';
comment on column holds.reserved_until is
  'Until when the hold reserves stock: `expires_at`, or the end of the payment''s hold extension if later.';

create table hold_expiry_cursor (
  is_only boolean default true primary key check (is_only),
  announced_until timestamptz not null
);
comment on column hold_expiry_cursor.is_only is
  'Always true: as primary key it allows one row.';
comment on table hold_expiry_cursor is
  'Single row: expired holds have been announced up to this time. Its lock lets one process announce at a time.';

create table quotes (
  id text primary key check (id ~ '^qt_'),
  team_id text not null references teams (id),
  created_by text not null references accounts (id),
  event_id integer not null references events (id),
  slug_hash bytea not null,
  encrypted_slug bytea not null,
  id_key bytea not null check (length(id_key) = 32),
  title text not null check (title <> ''),
  client_name text,
  note text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  commission_method text not null check (commission_method in ('fixed', 'percentage')),
  commission_minor bigint check (commission_minor >= 0),
  commission_bp integer check (commission_bp >= 0),
  scope text not null check (scope in ('event', 'listings', 'holds')),
  is_hospitality_only boolean not null,
  price_mode text not null check (price_mode in ('floating', 'locked')),
  state text not null default 'active' check (state in ('active', 'accepted', 'declined', 'withdrawn', 'ordered')),
  fee_bp integer not null check (fee_bp >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  view_count integer not null default 0 check (view_count >= 0),
  first_viewed_at timestamptz,
  last_viewed_at timestamptz,
  response_kind text check (response_kind in ('accepted', 'declined')),
  responded_at timestamptz,
  response_name text,
  response_email text,
  response_reason text,
  view_notified_at timestamptz,
  constraint quotes__slug_unique unique (slug_hash),
  constraint quotes__commission_matches_method check ((commission_method = 'fixed') = (commission_minor is not null) and (commission_method = 'percentage') = (commission_bp is not null)),
  constraint quotes__response_has_time check ((response_kind is null) = (responded_at is null)),
  constraint quotes__views_have_times check ((view_count = 0) = (first_viewed_at is null) and (view_count = 0) = (last_viewed_at is null))
);
create index quotes__by_event on quotes (event_id, expires_at);
create index quotes__by_team on quotes (team_id, created_at desc, id);
create index quotes__open_by_expiry on quotes (expires_at) where (state in ('active', 'accepted'));
comment on table quotes is
  'A link opens one quote; only the hash and an encrypted copy of its slug are stored. Expiry is not a state: an expired quote is still `active`.';
comment on column quotes.encrypted_slug is
  'For the broker, who can open the link again.';
comment on column quotes.id_key is
  'Signs the ids of offers that clients choose from the event''s stock, so that such an id reveals no listing and works in no other quote.';
comment on column quotes.is_hospitality_only is
  'A quote of a whole event offers hospitality listings only.';
comment on column quotes.response_kind is
  'The client''s latest response.';
comment on column quotes.view_notified_at is
  'When the team was last emailed about views; at most once an hour.';

create table quote_offers (
  id text primary key check (id ~ '^off_'),
  quote_id text not null references quotes (id) on delete cascade,
  listing_id text not null references listings (id),
  kind text not null check (kind in ('offered', 'selected')),
  quantity integer not null check (quantity > 0),
  position integer not null,
  hold_id text references holds (id),
  snapshot jsonb not null,
  seller_price_minor bigint not null check (seller_price_minor > 0),
  seller_currency text not null,
  cost_minor bigint not null check (cost_minor > 0),
  rate numeric(20,10) not null,
  rate_date date,
  accepted integer not null default 0 check (accepted >= 0),
  agreed_minor bigint check (agreed_minor > 0),
  constraint quote_offers__unique unique nulls not distinct (quote_id, listing_id, hold_id),
  constraint quote_offers__agreed_price_is_accepted check (agreed_minor is null or accepted > 0)
);
create index quote_offers__by_hold on quote_offers (hold_id) where (hold_id is not null);
comment on table quote_offers is
  '`offered` by the broker, or `selected` by a client from the event or the alternatives. Prices are per ticket as they were when quoted and never change.';
comment on column quote_offers.snapshot is
  'How the tickets were described, for when their listing is no longer available.';
comment on column quote_offers.seller_price_minor is
  'The seller''s price per ticket, in minor units of `seller_currency`.';
comment on column quote_offers.cost_minor is
  'The seller''s price per ticket in minor units of the quote''s currency, converted at `rate`.';
comment on column quote_offers.rate is
  'Units of the quote''s currency for one unit of the seller''s.';
comment on column quote_offers.accepted is
  'How many tickets the client accepted.';
comment on column quote_offers.agreed_minor is
  'The price per ticket that the client accepted, in the quote''s currency.';

create table quote_history (
  id bigint generated always as identity primary key,
  quote_id text not null references quotes (id) on delete cascade,
  at timestamptz not null,
  event text not null check (event in ('created', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn', 'reopened', 'extended', 'commission_changed', 'sent', 'ordered', 'order_reversed')),
  account_id text references accounts (id),
  actor_name text,
  reason text,
  details jsonb not null default '{}'
);
create index quote_history__by_quote on quote_history (quote_id, id);
comment on table quote_history is
  'Append-only.';
comment on column quote_history.account_id is
  'A member of the team; null for a client.';
comment on column quote_history.actor_name is
  'The name that a client gave.';

create table quote_emails (
  id text primary key check (id ~ '^qem_'),
  quote_id text not null references quotes (id) on delete cascade,
  sent_by text not null references accounts (id),
  email text not null,
  message text not null default '',
  requested_at timestamptz not null
);
create index quote_emails__by_quote on quote_emails (quote_id, requested_at);

create table team_quote_settings (
  team_id text primary key references teams (id) on delete cascade,
  name text not null default '',
  colour text not null default '#0a6a4d' check (colour ~ '^#[0-9a-f]{6}$'),
  contact_email text not null default '',
  contact_phone text not null default '',
  offers_alternatives boolean not null default true,
  holds_on_accept boolean not null default false,
  max_held_on_accept integer not null default 8 check (max_held_on_accept >= 1 and max_held_on_accept <= 60),
  email_on_view boolean not null default true,
  email_on_accept boolean not null default true,
  email_on_decline boolean not null default true,
  quote_origin text check (quote_origin ~ '^https?://[^/]+$'),
  constraint team_quote_settings__origin_unique unique (quote_origin)
);
comment on column team_quote_settings.quote_origin is
  'White-label origin, such as https://tickets.example.com, that shows the quotes of this team only.';

create table team_quote_logos (
  team_id text primary key references teams (id) on delete cascade,
  id text not null unique,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  bytes bytea not null,
  updated_at timestamptz not null
);
comment on column team_quote_logos.id is
  'Public id of the image; reveals nothing about the team.';

create table checkout_attempts (
  id text primary key check (id ~ '^att_'),
  team_id text not null references teams (id),
  account_id text not null references accounts (id),
  state text not null,
  is_open boolean not null generated always as (state not in ('confirmed', 'declined', 'refunded', 'cancelled')) stored,
  gateway text not null,
  gateway_payment_id text,
  customer_id text,
  card_token text not null,
  saves_card boolean not null default false,
  next_action jsonb,
  failure jsonb,
  amount_minor bigint not null check (amount_minor > 0),
  tickets_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  email text not null,
  phone text not null,
  quote_id text references quotes (id),
  holds_extended_until timestamptz not null,
  lease_owner text,
  lease_expires_at timestamptz not null default '-infinity'::timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index checkout_attempts__by_gateway_payment on checkout_attempts (gateway_payment_id);
create index checkout_attempts__open on checkout_attempts (updated_at) where is_open;
create index checkout_attempts__open_by_team on checkout_attempts (team_id) where is_open;
comment on table checkout_attempts is
  'One process at a time drives an attempt: it takes a lease until `lease_expires_at` and renews it before each call to the payment gateway. After a crash the lease runs out and the reconciler continues.';
comment on column checkout_attempts.is_open is
  'Whether the attempt can still change. The one definition of an open attempt.';
comment on column checkout_attempts.customer_id is
  'The payment gateway''s customer whose saved card pays, or is saved.';
comment on column checkout_attempts.holds_extended_until is
  'While the payment runs, its holds do not expire before this time.';

create table checkout_attempt_lines (
  attempt_id text not null references checkout_attempts (id),
  hold_id text not null references holds (id),
  listing_id text not null references listings (id),
  quantity integer not null check (quantity > 0),
  attendees bytea,
  primary key (attempt_id, hold_id)
);
create index checkout_attempt_lines__by_listing on checkout_attempt_lines (listing_id);
comment on column checkout_attempt_lines.attendees is
  'Encrypted while the attempt is open, then moved to the order line.';

create table checkout_contacts (
  team_id text primary key references teams (id),
  ciphertext bytea not null,
  updated_at timestamptz not null default clock_timestamp()
);
comment on table checkout_contacts is
  'Contact details that a team entered at checkout, encrypted.';

create table checkout_drafts (
  team_id text not null references teams (id),
  listing_id text not null references listings (id),
  ciphertext bytea not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (team_id, listing_id)
);
comment on table checkout_drafts is
  'Attendees that a team entered for a listing, encrypted.';

create table card_customers (
  team_id text not null references teams (id),
  gateway text not null,
  customer_id text not null,
  primary key (team_id, gateway),
  constraint card_customers__customer_unique unique (gateway, customer_id)
);

create table card_setups (
  gateway text not null,
  setup_id text not null,
  team_id text not null references teams (id),
  makes_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (gateway, setup_id)
);

create table saved_cards (
  id text primary key check (id ~ '^crd_'),
  team_id text not null references teams (id),
  gateway text not null,
  method_id text not null check (method_id ~ '^pm_[A-Za-z0-9]'),
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month integer not null check (exp_month >= 1 and exp_month <= 12),
  exp_year integer not null check (exp_year >= 2000 and exp_year <= 2199),
  is_default boolean not null,
  saved_at timestamptz not null default clock_timestamp(),
  constraint saved_cards__method_unique unique (gateway, method_id)
);
create index saved_cards__by_team on saved_cards (team_id);
create unique index saved_cards__one_default on saved_cards (team_id, gateway) where is_default;
comment on table saved_cards is
  'A saved card belongs to one team and has no card number here. A team has at most one default card per gateway.';

create table payment_events (
  gateway text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz,
  primary key (gateway, event_id)
);
create index payment_events__by_age on payment_events (received_at);
comment on table payment_events is
  'Events of a payment gateway, each processed once however often it is delivered.';
comment on column payment_events.processed_at is
  'Null while processing has failed and the gateway should deliver the event again.';

create table payment_disputes (
  gateway text not null,
  dispute_id text not null,
  attempt_id text not null references checkout_attempts (id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  respond_by timestamptz,
  withheld_minor bigint not null default 0,
  movement_count integer not null default 0 check (movement_count >= 0),
  notified_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (gateway, dispute_id)
);
create index payment_disputes__by_attempt on payment_disputes (attempt_id);
comment on column payment_disputes.respond_by is
  'Until when the gateway accepts a response; null where it expects none.';
comment on column payment_disputes.withheld_minor is
  'What the gateway has withdrawn for the dispute and not returned.';
comment on column payment_disputes.movement_count is
  'How often the gateway has moved money for the dispute.';

create table orders (
  id text primary key check (id ~ '^ord_'),
  number text not null unique,
  team_id text not null references teams (id),
  account_id text not null references accounts (id),
  attempt_id text not null unique references checkout_attempts (id),
  state text not null default 'confirmed' check (state in ('confirmed', 'delivered', 'cancelled')),
  tickets_minor bigint not null,
  fee_minor bigint not null,
  total_minor bigint not null,
  currency text not null,
  gateway text not null,
  gateway_payment_id text not null,
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  email text not null,
  phone text not null,
  search_text text not null default '',
  event_days date[] not null default '{}',
  is_long boolean not null generated always as ((octet_length(search_text) > 2000) or (cardinality(event_days) > 50)) stored,
  quote_id text references quotes (id),
  quote_title text,
  placed_at timestamptz not null default clock_timestamp(),
  constraint orders__quote_has_title check ((quote_id is null) = (quote_title is null)),
  constraint orders__total_adds_up check (total_minor = (tickets_minor + fee_minor))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index orders__by_team on orders (team_id);
create index orders__listed on orders (team_id, placed_at desc, id) include (state, event_days, search_text) where (not is_long);
create index orders__listed_long on orders (team_id, placed_at desc, id) where is_long;
comment on table orders is
  'An order has one number and one paid attempt. Each order is in exactly one of the indexes orders__listed and orders__listed_long.';
comment on column orders.state is
  'Derived from the lines by a trigger, as `orderState()` in packages/domain does.';
comment on column orders.search_text is
  'The searchable text in lower case without accents, written with the order.';
comment on column orders.event_days is
  'The local days of its events.';
comment on column orders.is_long is
  'Whether search text or days are too long for the entries of orders__listed, which hold about 2,700 bytes.';
comment on column orders.quote_id is
  'The quote that the order was placed from; null again after the order was reversed.';

create table order_lines (
  id text primary key check (id ~ '^oln_'),
  order_id text not null references orders (id),
  seller_team_id text not null references teams (id),
  listing_id text not null references listings (id),
  hold_id text not null unique references holds (id),
  event_id integer not null references events (id),
  quantity integer not null check (quantity > 0),
  price_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  seller_price_minor bigint not null,
  seller_currency text not null,
  state text not null check (state in ('confirmed', 'delivered', 'cancelled')),
  snapshot jsonb not null,
  attendees bytea
);
create index order_lines__by_listing on order_lines (listing_id);
create index order_lines__by_order on order_lines (order_id);
create index order_lines__with_attendees on order_lines (event_id) where (attendees is not null);
comment on column order_lines.snapshot is
  'Event, listing and seats as they were at the purchase.';
comment on column order_lines.attendees is
  'Encrypted.';

create table order_line_transitions (
  id bigint generated always as identity primary key,
  line_id text not null references order_lines (id),
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null default clock_timestamp()
);
create index order_line_transitions__by_line on order_line_transitions (line_id);

create table order_refunds (
  id text primary key check (id ~ '^rfd_'),
  line_id text not null unique references order_lines (id),
  order_id text not null references orders (id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  round integer not null default 1 check (round > 0),
  gateway_refund_id text,
  manual_payment_note text check (manual_payment_note <> ''),
  requested_at timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempt_count integer not null default 0,
  refunded_at timestamptz,
  constraint order_refunds__manual_payment_succeeded check (manual_payment_note is null or state = 'succeeded'),
  constraint order_refunds__succeeded_has_time check ((state = 'succeeded') = (refunded_at is not null))
);
create index order_refunds__by_gateway_refund on order_refunds (gateway_refund_id);
create index order_refunds__by_order on order_refunds (order_id);
create index order_refunds__pending on order_refunds (next_attempt_at) where (state = 'pending');
create index order_refunds__succeeded on order_refunds (refunded_at) where (state = 'succeeded');
comment on table order_refunds is
  'A line is refunded at most once. The gateway is asked until it reports an outcome; a failed refund is retried in a new round or paid manually.';
comment on column order_refunds.round is
  'Part of the idempotency key: a gateway repeats the failure that it once returned for a key.';
comment on column order_refunds.gateway_refund_id is
  'The gateway''s id, once it has one.';
comment on column order_refunds.manual_payment_note is
  'How the money was returned outside the gateway.';
comment on column order_refunds.next_attempt_at is
  'Not retried before this time; each attempt moves it on.';

create table tickets (
  id text primary key check (id ~ '^tkt_'),
  line_id text not null references order_lines (id),
  ticket_number integer check (ticket_number > 0),
  kind text not null check (kind in ('file', 'mobile_link', 'transfer', 'tracking')),
  file_name text,
  content_type text,
  size integer check (size > 0),
  storage_key text unique,
  url text,
  reference text,
  delivered_by text not null,
  delivered_at timestamptz not null default clock_timestamp(),
  downloads integer not null default 0,
  downloaded_at timestamptz,
  constraint tickets__fields_match_kind check ( case kind when 'file' then num_nonnulls(file_name, content_type, size, storage_key) = 4 and num_nonnulls(url, reference) = 0 when 'mobile_link' then url is not null and num_nonnulls(reference, file_name, content_type, size, storage_key) = 0 else reference is not null and num_nonnulls(url, file_name, content_type, size, storage_key) = 0 end)
);
create unique index tickets__ticket_number_unique on tickets (line_id, coalesce(ticket_number, 0));
comment on table tickets is
  'A ticket is delivered once, as a file, a link or a reference.';
comment on column tickets.ticket_number is
  'Which ticket of the line, from 1; null for all of them.';
comment on column tickets.storage_key is
  'The file''s name in the file store.';

create table ticket_download_links (
  token_hash bytea primary key,
  ticket_id text not null references tickets (id),
  account_id text not null references accounts (id),
  expires_at timestamptz not null
);
create index ticket_download_links__by_expiry on ticket_download_links (expires_at);
comment on table ticket_download_links is
  'Short-lived download links. Only the hash of a link''s token is stored.';

create table issue_reports (
  id text primary key check (id ~ '^rep_'),
  line_id text not null references order_lines (id),
  account_id text not null references accounts (id),
  kind text not null,
  text text not null,
  reported_at timestamptz not null default clock_timestamp()
);
create index issue_reports__by_line on issue_reports (line_id, reported_at);

create table quote_orders (
  order_id text primary key references orders (id),
  quote_id text not null references quotes (id),
  rate numeric check (rate > 0::numeric)
);
create index quote_orders__by_quote on quote_orders (quote_id);
comment on table quote_orders is
  'A quote can be bought from more than once.';
comment on column quote_orders.rate is
  'Exchange rate from the order''s currency to the quote''s on the order date; null where there was no rate.';

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sale', 'refund', 'refund_failure', 'dispute_withdrawal', 'dispute_reinstatement', 'chargeback')),
  attempt_id text not null references checkout_attempts (id),
  order_id text references orders (id),
  refund_id text references order_refunds (id),
  dispute_id text,
  occurrence integer not null default 1 check (occurrence > 0),
  at timestamptz not null default clock_timestamp(),
  constraint ledger_transactions__dispute_when_disputed check ((kind in ('dispute_withdrawal', 'dispute_reinstatement', 'chargeback')) = (dispute_id is not null)),
  constraint ledger_transactions__failure_has_refund check (kind <> 'refund_failure' or refund_id is not null)
);
create unique index ledger_transactions__unique on ledger_transactions (kind, attempt_id, coalesce(refund_id, ''), coalesce(dispute_id, ''), occurrence);
comment on table ledger_transactions is
  'The entries of a transaction add up to zero in each currency; a trigger checks it at commit.';
comment on column ledger_transactions.occurrence is
  'Distinguishes transactions of one kind: the round of a refund, or the movement count of a dispute.';

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  account text not null,
  amount_minor bigint not null,
  currency text not null
);
create index ledger_entries__by_account on ledger_entries (account, currency);
create index ledger_entries__by_transaction on ledger_entries (transaction_id);

create table tracked_listings (
  account_id text not null references accounts (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  listing_id text not null references listings (id) on delete cascade,
  tracked_at timestamptz not null,
  ended_at timestamptz,
  price_when_tracked_minor bigint not null check (price_when_tracked_minor > 0),
  known_price_minor bigint not null check (known_price_minor > 0),
  known_stock integer not null check (known_stock >= 0),
  price_drop_notified_at timestamptz,
  low_stock_notified_at timestamptz,
  has_pending_alert boolean not null default false,
  primary key (account_id, listing_id)
);
create index tracked_listings__by_listing on tracked_listings (listing_id);
create index tracked_listings__pending_alerts on tracked_listings (listing_id) where has_pending_alert;
comment on table tracked_listings is
  'An account tracks a listing once. What the account knows of the listing changes only in the transaction that notifies it.';
comment on column tracked_listings.ended_at is
  'When tracking ended. The row stays for a while, so that it can be restored.';
comment on column tracked_listings.price_when_tracked_minor is
  'Per ticket, in the listing''s currency.';
comment on column tracked_listings.known_price_minor is
  'The price that the account was last notified of, or could see.';
comment on column tracked_listings.has_pending_alert is
  'An alert is due but waits for the cool-down of the previous one.';

create table tracked_prices (
  id bigint generated always as identity primary key,
  listing_id text not null references listings (id) on delete cascade,
  at timestamptz not null,
  price_minor bigint check (price_minor > 0)
);
create index tracked_prices__by_listing on tracked_prices (listing_id, id desc);
comment on table tracked_prices is
  'Price history of tracked listings.';
comment on column tracked_prices.price_minor is
  'Per ticket, in the listing''s currency; null while the listing could not be bought.';

create table tracking_alerts (
  id text primary key check (id ~ '^alr_'),
  account_id text not null references accounts (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  listing_id text not null references listings (id) on delete cascade,
  kind text not null check (kind in ('price_drop', 'low_stock')),
  at timestamptz not null,
  is_live boolean not null,
  is_emailed boolean not null,
  price_when_tracked_minor bigint not null,
  previous_price_minor bigint not null,
  current_price_minor bigint not null,
  available integer not null,
  constraint tracking_alerts__has_channel check (is_live or is_emailed)
);
create index tracking_alerts__by_account on tracking_alerts (account_id, at);
create index tracking_alerts__by_age on tracking_alerts (at);
create index tracking_alerts__by_listing on tracking_alerts (listing_id);
comment on table tracking_alerts is
  'Alerts, each written in the transaction that counts it as sent.';

create table tracking_settings (
  account_id text primary key references accounts (id) on delete cascade,
  price_drop_live boolean not null,
  price_drop_email boolean not null,
  low_stock_live boolean not null,
  low_stock_email boolean not null,
  low_stock_threshold integer not null check (low_stock_threshold >= 1 and low_stock_threshold <= 50)
);

create table signings (
  id text primary key check (id ~ '^sgn_'),
  provider text not null check (provider in ('in-app', 'docusign')),
  nonce_hash bytea not null,
  channel text not null,
  name text not null,
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  ip_address text not null,
  started_at timestamptz not null default clock_timestamp()
);
create index signings__by_ip_address on signings (ip_address, started_at);
create index signings__by_email on signings (email_key, started_at);
create index signings__by_nonce on signings (nonce_hash, started_at);
comment on table signings is
  'One started signature. The cookie that binds it to the browser is stored as a hash only.';

create table signed_envelopes (
  id text primary key,
  provider text not null check (provider in ('in-app', 'docusign')),
  signing_id text references signings (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  completed_at timestamptz not null default clock_timestamp(),
  claimed_at timestamptz,
  constraint signed_envelopes__one_per_signing unique (signing_id)
);
create index signed_envelopes__by_email on signed_envelopes (email_key, completed_at);
comment on table signed_envelopes is
  'An envelope is one signed document of one email address and serves one sign-up.';
comment on column signed_envelopes.signing_id is
  'Null where the provider reports only who signed.';

create table signing_audit (
  id bigint generated always as identity primary key,
  signing_id text,
  envelope_id text,
  event text not null check (event in ('opened', 'signed', 'claimed')),
  at timestamptz not null default clock_timestamp(),
  ip_address text not null,
  user_agent text not null,
  details jsonb not null
);
create index signing_audit__by_envelope on signing_audit (envelope_id);
comment on table signing_audit is
  'Append-only.';

create table handover_redemptions (
  issuer text not null,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  session_id text check (session_id ~ '^ses_'),
  redeemed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (issuer, code_hash)
);
create index handover_redemptions__by_age on handover_redemptions (expires_at);
comment on table handover_redemptions is
  'A handover code works once: the first to insert its row has redeemed it.';
comment on column handover_redemptions.code_hash is
  'Hash of the code''s id; the code itself is not stored.';
comment on column handover_redemptions.session_id is
  'Null where the code was redeemed without a session.';
comment on column handover_redemptions.expires_at is
  'From then on the code is rejected for its age, and the row may be deleted.';

create table content_texts (
  name text primary key check (name in ('terms', 'privacy')),
  body text not null check (btrim(body) <> '' and length(body) <= 200000),
  updated_at timestamptz not null default clock_timestamp()
);
comment on table content_texts is
  'Replaces the default text of a page; a page without a row shows its default.';

create table unclaimed_files (
  name text primary key,
  recorded_at timestamptz not null default clock_timestamp(),
  marked_for_deletion_at timestamptz
);
comment on table unclaimed_files is
  'A file''s name is written here before the file is. Either a transaction claims the file by deleting the row, or the sweep marks it and then removes the file.';
comment on column unclaimed_files.marked_for_deletion_at is
  'From then on no transaction may claim the file.';

create table sandbox.installation (
  is_only boolean default true primary key check (is_only),
  secret_key text not null default ('sk_sandbox_' || replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-', '')),
  webhook_secret text not null default ('whsec_sandbox_' || replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-', ''))
);
comment on column sandbox.installation.is_only is
  'Always true: as primary key it allows one row.';
comment on table sandbox.installation is
  'The sandbox payment gateway''s own data. It stands in for an external company, so no table outside its schema refers to it.';

create table sandbox.customers (
  id text primary key check (id ~ '^cus_'),
  name text not null,
  metadata jsonb not null default '{}',
  default_method text,
  created_at timestamptz not null default clock_timestamp()
);

create table sandbox.payment_methods (
  id text primary key check (id ~ '^pm_[A-Za-z]'),
  customer_id text not null references sandbox.customers (id),
  test_card text not null check (test_card ~ '^pm_[A-Za-z]'),
  card_brand text not null,
  card_last4 text not null check (card_last4 ~ '^[0-9]{4}$'),
  exp_month integer not null,
  exp_year integer not null,
  attached_at timestamptz not null default clock_timestamp(),
  detached_at timestamptz
);
create index payment_methods__by_customer on sandbox.payment_methods (customer_id) where (detached_at is null);
alter table sandbox.customers
  add foreign key (default_method) references sandbox.payment_methods (id);
comment on column sandbox.payment_methods.test_card is
  'Which published test card it is.';

create table sandbox.setups (
  id text primary key check (id ~ '^seti_'),
  secret text not null unique check (length(secret) >= 32),
  customer_id text not null references sandbox.customers (id),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'succeeded')),
  test_card text check (test_card ~ '^pm_[A-Za-z]'),
  payment_method text references sandbox.payment_methods (id),
  last_error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint setups__method_when_succeeded check ((status = 'succeeded') = (payment_method is not null))
);

create table sandbox.intents (
  id text primary key check (id ~ '^pi_'),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  amount bigint not null check (amount >= 1 and amount <= '99999999999'::bigint),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount_received bigint not null default 0,
  amount_refunded bigint not null default 0,
  description text not null,
  metadata jsonb not null default '{}',
  payment_method text check (payment_method ~ '^pm_[A-Za-z]'),
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  last_error jsonb,
  customer_id text references sandbox.customers (id),
  saves_card boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint intents__card_complete check (num_nulls(payment_method, card_brand, card_last4) in (0, 3)),
  constraint intents__card_when_confirmed check ((status in ('requires_payment_method', 'canceled')) or payment_method is not null),
  constraint intents__error_while_unpaid check (last_error is null or (status in ('requires_payment_method', 'canceled'))),
  constraint intents__received_when_captured check (amount_received = case when status = 'succeeded' then amount else 0::bigint end),
  constraint intents__refunds_within_capture check (amount_refunded >= 0 and amount_refunded <= amount_received),
  constraint intents__saved_card_has_customer check (not saves_card or customer_id is not null)
);
comment on table sandbox.intents is
  'Moves along the transitions of guard_intent() and never leaves `succeeded` or `canceled`. Only rows of captures and refunds change its amounts. No column can hold a card number.';

create table sandbox.charges (
  id text primary key check (id ~ '^ch_'),
  intent_id text not null references sandbox.intents (id),
  amount bigint not null check (amount > 0),
  payment_method text not null check (payment_method ~ '^pm_[A-Za-z]'),
  state text not null check (state in ('authorised', 'declined', 'captured', 'voided')),
  failure jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint charges__declined_has_failure check ((state = 'declined') = (failure is not null))
);
create index charges__by_intent on sandbox.charges (intent_id, created_at desc);
create unique index charges__one_live on sandbox.charges (intent_id) where (state in ('authorised', 'captured'));
comment on table sandbox.charges is
  'One attempt to take money from a card.';

create table sandbox.captures (
  id text primary key check (id ~ '^cap_'),
  intent_id text not null unique references sandbox.intents (id),
  charge_id text not null unique references sandbox.charges (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp()
);

create table sandbox.refunds (
  id text primary key check (id ~ '^re_'),
  intent_id text not null references sandbox.intents (id),
  charge_id text not null references sandbox.charges (id),
  amount bigint not null check (amount > 0),
  metadata jsonb not null default '{}',
  initial_status text not null default 'succeeded' check (initial_status in ('pending', 'succeeded')),
  created_at timestamptz not null default clock_timestamp()
);
create index refunds__by_intent on sandbox.refunds (intent_id);

create table sandbox.refund_outcomes (
  refund_id text not null references sandbox.refunds (id),
  outcome text not null check (outcome in ('succeeded', 'failed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (refund_id, outcome)
);
comment on table sandbox.refund_outcomes is
  'What the bank reports about a refund later. Append-only.';

create table sandbox.challenges (
  secret text primary key check (length(secret) >= 32),
  intent_id text references sandbox.intents (id),
  setup_id text references sandbox.setups (id),
  return_url text not null check (return_url ~ '^/([^/\\]|$)'),
  outcome text check (outcome in ('approved', 'failed', 'abandoned')),
  created_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  constraint challenges__intent_or_setup check (num_nonnulls(intent_id, setup_id) = 1),
  constraint challenges__resolved_has_time check ((outcome is null) = (resolved_at is null))
);
create unique index challenges__one_open_per_intent on sandbox.challenges (intent_id) where (outcome is null);
create unique index challenges__one_open_per_setup on sandbox.challenges (setup_id) where (outcome is null);
comment on table sandbox.challenges is
  'A bank''s 3-D Secure question; the secret answers it once.';

create table sandbox.disputes (
  id text primary key check (id ~ '^dp_'),
  intent_id text not null unique references sandbox.intents (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null check (status in ('needs_response', 'won', 'lost')),
  created_at timestamptz not null default clock_timestamp()
);

create table sandbox.events (
  id text primary key check (id ~ '^evt_'),
  type text not null,
  object jsonb not null,
  delivered_at timestamptz,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index events__due on sandbox.events (next_attempt_at) where (delivered_at is null);
comment on table sandbox.events is
  'Webhook events, each written with the change that it reports.';

create table sandbox.idempotency_keys (
  key text primary key check (length(key) >= 1 and length(key) <= 255),
  params_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default clock_timestamp()
);
comment on table sandbox.idempotency_keys is
  'The first response to each key, written in the transaction that has the effect.';

-- Rows that every installation has.
insert into sandbox.installation default values;
insert into hold_expiry_cursor (announced_until) values (clock_timestamp());
insert into event_aliases (competition, name_key, title) values
  ('formula-1', 'barcelona grand prix', 'Barcelona-Catalunya Grand Prix'),
  ('formula-1', 'brazilian grand prix', 'São Paulo Grand Prix'),
  ('formula-1', 'brazil grand prix', 'São Paulo Grand Prix'),
  ('formula-1', 'interlagos grand prix', 'São Paulo Grand Prix'),
  ('formula-1', 'mexico city grand prix', 'Mexican Grand Prix'),
  ('formula-1', 'mexico grand prix', 'Mexican Grand Prix'),
  ('formula-1', 'us grand prix', 'United States Grand Prix'),
  ('formula-1', 'usa grand prix', 'United States Grand Prix'),
  ('formula-1', 'austin grand prix', 'United States Grand Prix'),
  ('formula-1', 'uk grand prix', 'British Grand Prix'),
  ('formula-1', 'silverstone grand prix', 'British Grand Prix'),
  ('formula-1', 'saudi arabia grand prix', 'Saudi Arabian Grand Prix'),
  ('formula-1', 'netherlands grand prix', 'Dutch Grand Prix'),
  ('formula-1', 'monza grand prix', 'Italian Grand Prix'),
  ('formula-1', 'imola grand prix', 'Emilia Romagna Grand Prix');
