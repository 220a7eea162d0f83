-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

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

-- ECB reference rates: units of the currency for one euro. The latest rate that is not in the future applies; one that is 30 days older than the newest of all counts as missing.
create table exchange_rates (
  rate_date date not null,
  currency text not null,
  rate numeric(20,8) not null check (rate > 0::numeric),
  primary key (rate_date, currency)
);
create index exchange_rates__latest on exchange_rates (currency, rate_date desc);

create table categories (
  id integer generated always as identity primary key,
  parent_id integer references categories(id),
  kind text not null check (kind in ('sport', 'genre', 'competition')),
  name text not null,
  slug text not null unique,
  position integer not null default 0,
  -- How many days before an event its start time counts as confirmed; null where time alone never confirms it.
  confirm_ahead_days smallint,
  -- Words that find every event of a sport or genre, such as race or concert.
  keywords text[] not null default '{}',
  -- Pattern behind its events. A competition without one has its sport's.
  art_pattern text check (art_pattern in ('pitch', 'track', 'court', 'stage', 'ice', 'field')),
  -- Background and second colour, dark enough for white text.
  colours text[] check (array_to_string(colours, ',') ~ '^#[0-9a-f]{6},#[0-9a-f]{6}$'),
  -- Whether the home page shows its teams. At most one category has it.
  is_featured boolean not null default false
);
create unique index categories__featured on categories (is_featured) where is_featured;

-- What imports and search need to know about a competition.
create table competitions (
  category_id integer primary key references categories(id) on delete cascade,
  -- Namespace of its performers' names: one name can mean clubs in two countries.
  performer_scope text not null check (performer_scope <> ''),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  -- `versus`: Home vs Away. `at`: Away at Home. `own`: the source names the event.
  title_style text not null check (title_style in ('versus', 'at', 'own')),
  -- The month in which a season starts.
  first_month smallint not null default 1 check (first_month >= 1 and first_month <= 12),
  -- `start year`: 2026. `both years`: 2026-27.
  season_naming text not null default 'start year' check (season_naming in ('start year', 'both years')),
  -- Whether people call its events by the venue's name, as they do with races.
  is_named_after_venue boolean not null default false,
  -- `home-away`: two performers meet. `single`: events of one performer or of all entrants. `festival`: a line-up.
  participants text not null default 'home-away' check (participants in ('home-away', 'single', 'festival')),
  -- How long its events take, for calendars and to find performers in two places at once.
  duration_minutes smallint not null default 120 check (duration_minutes >= 10 and duration_minutes <= 10080)
);

-- What sources call a competition, in matching form: its name, other titles and file codes.
create table competition_names (
  name_key text primary key check (name_key <> ''),
  category_id integer not null references competitions(category_id) on delete cascade
);

-- What sources call the sessions of a race weekend. Only sessions that are events are imported.
create table competition_sessions (
  category_id integer not null references competitions(category_id) on delete cascade,
  name_key text not null check (name_key <> ''),
  is_event boolean not null,
  -- What the session is, whatever a source calls it.
  kind text not null default 'other' check (kind in ('race', 'sprint', 'qualifying', 'practice', 'warm-up', 'test', 'ceremony', 'other')),
  primary key (category_id, name_key)
);

-- Names of events that start on a weekday (0 is Sunday) at or after a local time, such as Monday Night Football.
create table kick_off_names (
  category_id integer not null references competitions(category_id) on delete cascade,
  weekday smallint not null check (weekday >= 0 and weekday <= 6),
  from_time time without time zone not null,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (category_id, weekday, from_time, name)
);

create table performers (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('team', 'artist', 'driver', 'constructor')),
  name text not null,
  slug text not null unique,
  country_code text,
  -- Background and second colour, dark enough for white text; without them, the name decides.
  colours text[] check (array_to_string(colours, ',') ~ '^#[0-9a-f]{6},#[0-9a-f]{6}$')
);

-- Names that sources use for a performer, in matching form: lower case, no accents, no punctuation.
create table performer_aliases (
  scope text not null,
  name_key text not null,
  performer_id integer not null references performers(id) on delete cascade,
  primary key (scope, name_key)
);

-- Names of a match between two performers, such as El Clásico.
create table rivalry_names (
  performer_id integer not null references performers(id) on delete cascade,
  rival_id integer not null references performers(id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (performer_id, rival_id, name),
  constraint rivalry_names__lower_id_first check (performer_id < rival_id)
);

-- Who takes part in every event of a season, such as the drivers and constructors of a championship.
create table competition_entries (
  category_id integer not null references competitions(category_id) on delete cascade,
  -- Name of the season.
  season text not null check (season <> ''),
  performer_id integer not null references performers(id) on delete cascade,
  role text not null check (role in ('performer', 'driver', 'constructor')),
  position smallint not null default 0,
  primary key (category_id, season, performer_id)
);
create index competition_entries__by_performer on competition_entries (performer_id);

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
  venue_id integer not null references venues(id) on delete cascade,
  primary key (scope, name_key)
);

create table performer_venues (
  performer_id integer primary key references performers(id) on delete cascade,
  venue_id integer not null references venues(id)
);

-- A generated plan is schematic and never replaces one that was loaded from a file.
create table seating_plans (
  venue_id integer primary key references venues(id) on delete cascade,
  is_schematic boolean not null,
  is_from_file boolean not null default false,
  plan jsonb not null,
  -- Hash of the blocks and categories of the plan, which a trigger keeps up to date. Null for plans from before the trigger, until a file needs it.
  blocks_hash text,
  constraint seating_plans__generated_is_schematic check (is_from_file or is_schematic)
);

-- The category names of a venue's listings, such as Lower tier or Club level.
create table seating_categories (
  id integer generated always as identity primary key,
  venue_id integer not null references venues(id) on delete cascade,
  name text not null,
  level text not null,
  rank smallint not null,
  unique (venue_id, name)
);

-- Sellers' names for a block that no matching rule would find.
create table section_names (
  venue_id integer not null references venues(id) on delete cascade,
  name_key text not null check (name_key <> ''),
  name text not null,
  -- The block's id in the plan. A later plan may lack it.
  block_id text not null,
  primary key (venue_id, name_key)
);

create table seasons (
  id integer generated always as identity primary key,
  category_id integer not null references categories(id),
  name text not null,
  -- How far the demo moves a past season forward; decided once.
  shift_weeks integer not null default 0,
  shift_decided_at timestamptz,
  unique (category_id, name)
);

-- An event is found by its source key, whatever its date. The local time and zone are authoritative; `starts_at` is derived from them.
create table catalogue_events (
  id integer generated always as identity primary key,
  source_key text not null unique,
  title text not null,
  slug text not null,
  category_id integer not null references categories(id),
  season_id integer references seasons(id),
  venue_id integer not null references venues(id),
  round text,
  -- The newest date of the source.
  source_local_at timestamp not null,
  -- The date before the first move, so that an older file of the same season cannot move the event back.
  first_source_local_at timestamp,
  local_at timestamp not null,
  -- The demo shift that was added to this event. An event with holds or orders is never shifted.
  shift_weeks integer not null default 0,
  timezone text not null,
  starts_at timestamptz not null,
  date_confirmed boolean not null,
  time_confirmed boolean not null,
  time_known boolean not null default true,
  status text not null check (status in ('scheduled', 'postponed', 'rescheduled', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- The import that adds the event, until it has settled. The view `events` hides it until then.
  import_run_id integer references import_runs(id),
  -- Grows with every change that calendars show; a trigger counts it.
  revision integer not null default 0
);
create index catalogue_events__by_category on catalogue_events (category_id, starts_at);
create index catalogue_events__by_start on catalogue_events (starts_at);
create index catalogue_events__by_venue on catalogue_events (venue_id, starts_at);
create index catalogue_events__by_venue_day on catalogue_events (venue_id, ((source_local_at)::date));

create table event_performers (
  event_id integer not null references catalogue_events(id) on delete cascade,
  performer_id integer not null references performers(id),
  role text not null check (role in ('home', 'away', 'performer', 'driver', 'constructor')),
  position smallint not null default 0,
  -- Of a home team: the away team, so that the events of a pair are found at once.
  opponent_id integer,
  primary key (event_id, performer_id)
);
create index event_performers__by_pair on event_performers (performer_id, opponent_id) where (opponent_id is not null);
create index event_performers__by_performer on event_performers (performer_id);

-- Figures for event lists, maintained from listing events and never counted while a page waits.
create table event_stats (
  event_id integer primary key references catalogue_events(id) on delete cascade,
  min_price_minor bigint,
  min_price_currency text,
  ticket_count integer not null default 0,
  listing_count integer not null default 0,
  demand double precision not null default 0,
  -- Popularity that halves every three days, as a logarithm: the order of two events does not change by itself, so an index can hold it.
  trend_score double precision not null default '-Infinity',
  -- When the first of its listings went on sale.
  first_listed_at timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  -- When the lowest price was last looked for; null while the event has not been counted.
  priced_at timestamptz
);
create index event_stats__by_demand on event_stats (demand desc);
create index event_stats__by_first_listed on event_stats (first_listed_at desc nulls last);
create index event_stats__by_trend_score on event_stats (trend_score desc);

-- The part of each listing in event_stats: its available tickets and price when it was last counted.
create table counted_listings (
  listing_id text primary key,
  event_id integer not null,
  available integer not null,
  price_minor bigint not null,
  currency text not null
) with (fillfactor=70);
create index counted_listings__by_event on counted_listings (event_id);

-- Other names of events that recur each season.
create table event_aliases (
  -- Slug of the competition.
  competition text not null,
  name_key text not null,
  title text not null,
  primary key (competition, name_key)
);

-- Names that people search by. Imports do not match by them, because several performers can share one.
create table nicknames (
  type text not null check (type in ('category', 'performer', 'venue')),
  type_id integer not null,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (type, type_id, name)
);

-- Other names of a city (by its name in matching form) or a country (by its code).
create table place_names (
  kind text not null check (kind in ('city', 'country')),
  place_key text not null check (place_key <> ''),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (kind, place_key, name)
);

-- Every former slug of a category, performer or venue leads to it until another one takes the slug. A current slug wins over a former one.
create table old_slugs (
  type text not null check (type in ('category', 'performer', 'venue')),
  slug text not null,
  type_id integer not null,
  retired_at timestamptz not null default clock_timestamp(),
  primary key (type, slug)
);

-- An account has one row per event: its latest view.
create table recent_views (
  account_id text not null references accounts(id) on delete cascade,
  event_id integer not null references catalogue_events(id) on delete cascade,
  viewed_at timestamptz not null,
  primary key (account_id, event_id)
);
create index recent_views__by_event on recent_views (event_id);
create index recent_views__newest on recent_views (account_id, viewed_at desc);

-- One override per menu entry.
create table menu_overrides (
  type text not null check (type in ('category', 'performer', 'venue', 'event')),
  type_id integer not null,
  title text check (btrim(title) <> '' and length(title) <= 80),
  -- Entries with a position come first among their siblings.
  position integer check ("position" >= 1 and "position" <= 999),
  is_hidden boolean not null default false,
  -- Whether an operator chose the parent: `parent_category_id`, or the top level without one.
  is_placed boolean not null default false,
  parent_category_id integer references categories(id) on delete cascade,
  primary key (type, type_id),
  constraint menu_overrides__parent_requires_placed check (is_placed or parent_category_id is null)
);

create table banners (
  id integer generated always as identity primary key,
  title text not null check (btrim(title) <> '' and length(title) <= 80),
  text text not null default '' check (length(text) <= 200),
  type text not null check (type in ('category', 'performer', 'venue', 'event')),
  type_id integer not null,
  position integer not null default 100 check ("position" >= 1 and "position" <= 999),
  created_at timestamptz not null default clock_timestamp()
);
