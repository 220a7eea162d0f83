-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Rules that price the listings of a team. Where several cover a listing, the first position wins.
create table price_rules (
  id text primary key check (id ~ '^prl_'),
  team_id text not null references teams(id),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  position integer not null,
  version integer not null default 1 check (version > 0),
  settings jsonb not null,
  state text not null default 'off' check (state in ('off', 'on', 'stopped')),
  -- `loop`: it and another team's rule kept answering each other.
  stopped_reason text check (stopped_reason = 'loop'),
  stopped_at timestamptz,
  -- The version that was last simulated. Only a version that was simulated can be switched on.
  simulated_version integer,
  simulated_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by text references accounts(id),
  -- Removed rules stay for the log.
  removed_at timestamptz,
  constraint price_rules__removed_is_off check (removed_at is null or state = 'off'),
  constraint price_rules__stopped_says_why check ((state = 'stopped') = (stopped_reason is not null) and (state = 'stopped') = (stopped_at is not null))
);
create index price_rules__by_account on price_rules (updated_by) where (updated_by is not null);
create index price_rules__by_team on price_rules (team_id, "position") where (removed_at is null);
create index price_rules__on on price_rules (team_id) where (state = 'on');

-- The switch that stops all rules of a team, and when they run next. Locked by whatever changes the rules of the team.
create table price_rule_teams (
  team_id text primary key references teams(id),
  stopped_at timestamptz,
  stopped_by text references accounts(id),
  next_run_at timestamptz not null default clock_timestamp(),
  last_member_run_at timestamptz,
  -- A simulation is under way. Moved on while it works, so that one whose process ended blocks none for long.
  simulating_until timestamptz,
  constraint price_rule_teams__stopped_by_someone check (stopped_by is null or stopped_at is not null)
);
create index price_rule_teams__by_account on price_rule_teams (stopped_by) where (stopped_by is not null);
create index price_rule_teams__due on price_rule_teams (next_run_at);

-- One row while the operator has stopped the rules of all teams.
create table price_rule_stops (
  id boolean default true primary key check (id),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  stopped_at timestamptz not null default clock_timestamp()
);

-- Each run over the listings that a team's rules cover.
create table price_rule_runs (
  id bigint generated always as identity primary key,
  team_id text not null references teams(id),
  started_at timestamptz not null default clock_timestamp(),
  -- Null for the scheduled runs.
  requested_by text references accounts(id),
  -- Listings up to this id are done; it moves in the transaction that moves their prices. Null: the covered listings are not chosen yet.
  last_listing_id text,
  checked integer not null default 0,
  moved integer not null default 0,
  finished_at timestamptz,
  -- Batches that failed with an error. The run ends after three.
  failures integer not null default 0,
  -- When the batch that failed is tried again.
  retry_at timestamptz
);
create index price_rule_runs__by_account on price_rule_runs (requested_by) where (requested_by is not null);
create index price_rule_runs__by_age on price_rule_runs (started_at);
create index price_rule_runs__by_team on price_rule_runs (team_id, id);
create unique index price_rule_runs__one_at_a_time on price_rule_runs (team_id) where (finished_at is null);
create index price_rule_runs__unfinished on price_rule_runs (started_at) where (finished_at is null);

-- The rule that prices a listing, as of the team's last run.
create table price_rule_listings (
  listing_id text primary key references listings(id) on delete cascade,
  team_id text not null references teams(id),
  rule_id text not null references price_rules(id),
  last_outcome text,
  -- Of the last entry in the log: an outcome with the same inputs is not logged again.
  last_signature text
) with (fillfactor=80);
create index price_rule_listings__by_rule on price_rule_listings (rule_id);
create index price_rule_listings__by_team on price_rule_listings (team_id, listing_id);

-- The log of price rules: every move, and every new reason why a price stayed.
create table price_rule_moves (
  id bigint generated always as identity primary key,
  team_id text not null references teams(id),
  rule_id text not null references price_rules(id),
  rule_version integer not null,
  run_id bigint not null,
  listing_id text not null references listings(id) on delete cascade,
  at timestamptz not null default clock_timestamp(),
  outcome text not null check (outcome in ('moved', 'kept')),
  reason text not null,
  currency text not null,
  from_minor bigint not null,
  to_minor bigint,
  -- The price before floor, ceiling and daily limit.
  wanted_minor bigint,
  limited_by text[] not null default '{}',
  floor_minor bigint,
  lowest_minor bigint,
  compared integer not null default 0,
  -- Prices of the comparable listings, lowest first, in the listing's currency; outliers are marked.
  seen jsonb not null default '[]',
  -- The comparable listing that set the price. Never shown.
  answered_listing_id text,
  -- The move of a rule that had set the price of that listing, to find rules that answer each other. Never shown.
  answered_move_id bigint,
  constraint price_rule_moves__moved_has_price check ((outcome = 'moved') = (to_minor is not null))
);
create index price_rule_moves__by_age on price_rule_moves (at);
create index price_rule_moves__by_listing on price_rule_moves (listing_id, id);
create index price_rule_moves__by_rule on price_rule_moves (rule_id, id);
create index price_rule_moves__by_team on price_rule_moves (team_id, id);
create index price_rule_moves__loops_by_listing on price_rule_moves (listing_id, at) where (reason = 'loop');
create index price_rule_moves__loops_by_rule on price_rule_moves (rule_id, at) where (reason = 'loop');
create index price_rule_moves__moved on price_rule_moves (listing_id, at) where (outcome = 'moved');
create index price_rule_moves__moved_by_rule on price_rule_moves (rule_id, at) where (outcome = 'moved');

-- What a rule would do now, one row per covered listing. The last simulation of each rule.
create table price_rule_simulations (
  rule_id text not null references price_rules(id) on delete cascade,
  position integer not null,
  rule_version integer not null,
  simulated_at timestamptz not null default clock_timestamp(),
  listing_id text not null references listings(id) on delete cascade,
  outcome text not null check (outcome in ('moved', 'kept')),
  reason text not null,
  currency text not null,
  from_minor bigint not null,
  to_minor bigint,
  limited_by text[] not null default '{}',
  floor_minor bigint,
  lowest_minor bigint,
  compared integer not null default 0,
  other_rule_id text references price_rules(id),
  has_file_price boolean not null default false,
  primary key (rule_id, "position")
);
create index price_rule_simulations__by_age on price_rule_simulations (simulated_at);
create index price_rule_simulations__by_listing on price_rule_simulations (listing_id);
create index price_rule_simulations__by_other_rule on price_rule_simulations (other_rule_id) where (other_rule_id is not null);
