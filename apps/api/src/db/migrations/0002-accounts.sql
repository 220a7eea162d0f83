-- Invariants: every account belongs to one team; a user name and an e-mail address are taken once, whatever their case;
-- of a session only the hash of its token is stored.
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
  status text not null check (status in ('pending', 'active', 'suspended')),
  username text not null,
  email text not null,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  country_code text not null default '',
  phone text not null default '',
  is_trade_user boolean not null default true,
  is_demo boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
create unique index accounts__username_taken_once on accounts (lower(username));
create unique index accounts__email_taken_once on accounts (lower(email));
create index accounts__by_team on accounts (team_id);

create table sessions (
  id text primary key check (id ~ '^ses_'),
  account_id text not null references accounts (id) on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);
create index sessions__by_account on sessions (account_id);

-- Failed logins, counted per user name and per address inside a sliding window.
create table login_failures (
  id bigint generated always as identity primary key,
  username_key text not null,
  address text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index login_failures__by_username on login_failures (username_key, failed_at);
create index login_failures__by_address on login_failures (address, failed_at);

-- Invariant: a key answers one request body only; the unique key makes a duplicate in flight wait for the first.
create table idempotency_keys (
  team_id text not null references teams (id),
  route text not null,
  key text not null check (length(key) between 1 and 255),
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (team_id, route, key)
);
create index idempotency_keys__by_age on idempotency_keys (created_at);
