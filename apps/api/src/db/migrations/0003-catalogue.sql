-- Invariants: an event is one fixture, found by its source key whatever its date becomes; local wall time and zone are
-- the truth and `starts_at` is derived from them; what a source said (`source_*`) is kept apart from what is shown.
create table currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  id integer not null unique,
  name text not null,
  exponent smallint not null,
  symbol text not null
);

create table countries (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  name text not null,
  dial_code text not null default ''
);

-- ECB reference rates: how many units of `currency` one euro buys, as published.
create table exchange_rates (
  rate_date date not null,
  currency text not null,
  rate numeric(20, 8) not null check (rate > 0),
  primary key (rate_date, currency)
);
create index exchange_rates__latest on exchange_rates (currency, rate_date desc);

create table categories (
  id integer generated always as identity primary key,
  parent_id integer references categories (id),
  kind text not null check (kind in ('sport', 'genre', 'competition')),
  name text not null,
  slug text not null unique,
  position integer not null default 0
);

create table performers (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('team', 'artist', 'driver')),
  name text not null,
  slug text not null unique,
  country_code text
);

-- Other names under which sources know a performer or a venue, in matching form (lower case, no accents, no punctuation).
create table performer_aliases (
  scope text not null,
  name_key text not null,
  performer_id integer not null references performers (id) on delete cascade,
  primary key (scope, name_key)
);

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
  plan jsonb not null
);

-- What a listing calls its category: "Lower tier", "Club level". One set for each venue.
create table seating_categories (
  id integer generated always as identity primary key,
  venue_id integer not null references venues (id) on delete cascade,
  name text not null,
  level text not null,
  rank smallint not null,
  unique (venue_id, name)
);

-- A season of a competition; the demo moves a whole past season forward by `shift_weeks`, decided once.
create table seasons (
  id integer generated always as identity primary key,
  category_id integer not null references categories (id),
  name text not null,
  shift_weeks integer not null default 0,
  shift_decided_at timestamptz,
  unique (category_id, name)
);

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
  local_at timestamp not null,
  timezone text not null,
  starts_at timestamptz not null,
  date_confirmed boolean not null,
  time_confirmed boolean not null,
  status text not null check (status in ('scheduled', 'postponed', 'rescheduled', 'cancelled')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index events__by_start on events (starts_at);
create index events__by_category on events (category_id, starts_at);
create index events__by_venue on events (venue_id, starts_at);

create table event_performers (
  event_id integer not null references events (id) on delete cascade,
  performer_id integer not null references performers (id),
  role text not null check (role in ('home', 'away', 'performer', 'driver')),
  position smallint not null default 0,
  primary key (event_id, performer_id)
);
create index event_performers__by_performer on event_performers (performer_id);

-- Figures that lists of events show; fed from listing events, never counted while a page waits.
create table event_stats (
  event_id integer primary key references events (id) on delete cascade,
  min_price_minor bigint,
  min_price_currency text,
  ticket_count integer not null default 0,
  listing_count integer not null default 0,
  demand double precision not null default 0,
  updated_at timestamptz not null default clock_timestamp()
);
create index event_stats__by_demand on event_stats (demand desc);
