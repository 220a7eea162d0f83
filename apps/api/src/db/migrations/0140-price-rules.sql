-- Price rules of sellers: what they cover, what they did and why.
create table price_rules (
  id text primary key check (id ~ '^prl_'),
  team_id text not null references teams(id),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  position integer not null,
  version integer not null default 1 check (version > 0),
  settings jsonb not null,
  state text not null default 'off' check (state in ('off', 'on', 'stopped')),
  stopped_reason text check (stopped_reason in ('loop')),
  stopped_at timestamptz,
  simulated_version integer,
  simulated_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  updated_by text references accounts(id),
  removed_at timestamptz,
  constraint price_rules__stopped_says_why check ((state = 'stopped') = (stopped_reason is not null) and (state = 'stopped') = (stopped_at is not null)),
  constraint price_rules__removed_is_off check (removed_at is null or state = 'off')
);
comment on table price_rules is 'Rules that price the listings of a team. Where several cover a listing, the first position wins.';
comment on column price_rules.stopped_reason is '`loop`: it and another team''s rule kept answering each other.';
comment on column price_rules.simulated_version is 'The version that was last simulated. Only a version that was simulated can be switched on.';
comment on column price_rules.removed_at is 'Removed rules stay for the log.';
create index price_rules__by_team on price_rules (team_id, position) where (removed_at is null);
create index price_rules__on on price_rules (team_id) where (state = 'on');
create index price_rules__by_account on price_rules (updated_by) where (updated_by is not null);

create table price_rule_teams (
  team_id text primary key references teams(id),
  stopped_at timestamptz,
  stopped_by text references accounts(id),
  next_run_at timestamptz not null default clock_timestamp(),
  last_member_run_at timestamptz,
  constraint price_rule_teams__stopped_by_someone check (stopped_by is null or stopped_at is not null)
);
comment on table price_rule_teams is 'The switch that stops all rules of a team, and when they run next. Locked by whatever changes the rules of the team.';
create index price_rule_teams__due on price_rule_teams (next_run_at);
create index price_rule_teams__by_account on price_rule_teams (stopped_by) where (stopped_by is not null);

create table price_rule_stops (
  id boolean primary key default true check (id),
  reason text not null check (btrim(reason) <> '' and length(reason) <= 500),
  stopped_at timestamptz not null default clock_timestamp()
);
comment on table price_rule_stops is 'One row while the operator has stopped the rules of all teams.';

create table price_rule_runs (
  id bigint generated always as identity primary key,
  team_id text not null references teams(id),
  started_at timestamptz not null default clock_timestamp(),
  requested_by text references accounts(id),
  last_listing_id text,
  checked integer not null default 0,
  moved integer not null default 0,
  finished_at timestamptz
);
comment on table price_rule_runs is 'Each run over the listings that a team''s rules cover.';
comment on column price_rule_runs.requested_by is 'Null for the scheduled runs.';
comment on column price_rule_runs.last_listing_id is 'Listings up to this id are done; it moves in the transaction that moves their prices. Null: the covered listings are not chosen yet.';
create unique index price_rule_runs__one_at_a_time on price_rule_runs (team_id) where (finished_at is null);
create index price_rule_runs__unfinished on price_rule_runs (started_at) where (finished_at is null);
create index price_rule_runs__by_team on price_rule_runs (team_id, id);
create index price_rule_runs__by_account on price_rule_runs (requested_by) where (requested_by is not null);
create index price_rule_runs__by_age on price_rule_runs (started_at);

create table price_rule_listings (
  listing_id text primary key references listings(id) on delete cascade,
  team_id text not null references teams(id),
  rule_id text not null references price_rules(id),
  last_outcome text,
  last_signature text
) with (fillfactor=80);
comment on table price_rule_listings is 'The rule that prices a listing, as of the team''s last run.';
comment on column price_rule_listings.last_signature is 'Of the last entry in the log: an outcome with the same inputs is not logged again.';
create index price_rule_listings__by_team on price_rule_listings (team_id, listing_id);
create index price_rule_listings__by_rule on price_rule_listings (rule_id);

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
  wanted_minor bigint,
  limited_by text[] not null default '{}',
  floor_minor bigint,
  lowest_minor bigint,
  compared integer not null default 0,
  seen jsonb not null default '[]',
  answered_listing_id text,
  answered_move_id bigint,
  constraint price_rule_moves__moved_has_price check ((outcome = 'moved') = (to_minor is not null))
);
comment on table price_rule_moves is 'The log of price rules: every move, and every new reason why a price stayed.';
comment on column price_rule_moves.wanted_minor is 'The price before floor, ceiling and daily limit.';
comment on column price_rule_moves.seen is 'Prices of the comparable listings, lowest first, in the listing''s currency; outliers are marked.';
comment on column price_rule_moves.answered_listing_id is 'The comparable listing that set the price. Never shown.';
comment on column price_rule_moves.answered_move_id is 'The move of a rule that had set the price of that listing, to find rules that answer each other. Never shown.';
create index price_rule_moves__by_team on price_rule_moves (team_id, id);
create index price_rule_moves__by_rule on price_rule_moves (rule_id, id);
create index price_rule_moves__by_listing on price_rule_moves (listing_id, id);
create index price_rule_moves__moved on price_rule_moves (listing_id, at) where (outcome = 'moved');
create index price_rule_moves__moved_by_rule on price_rule_moves (rule_id, at) where (outcome = 'moved');
create index price_rule_moves__by_age on price_rule_moves (at);

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
  primary key (rule_id, position)
);
comment on table price_rule_simulations is 'What a rule would do now, one row per covered listing. The last simulation of each rule.';
create index price_rule_simulations__by_listing on price_rule_simulations (listing_id);
create index price_rule_simulations__by_other_rule on price_rule_simulations (other_rule_id) where (other_rule_id is not null);
create index price_rule_simulations__by_age on price_rule_simulations (simulated_at);
