-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Each account belongs to one team. User name and email are unique without regard to case. A removed account keeps its row, because holds and orders refer to it; its user name and email are free again.
create table accounts (
  id text primary key check (id ~ '^usr_'),
  team_id text not null references teams(id),
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
  -- Free text from the sign-up form; never trusted.
  referral_code text,
  is_demo boolean not null default false,
  -- When the owner confirmed the link that was sent to the address.
  email_verified_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  full_name text not null generated always as (btrim(((first_name || ' ') || last_name))) stored
);
create index accounts__by_team on accounts (team_id);
create unique index accounts__email_unique on accounts (lower(email)) where (status <> 'removed');
create unique index accounts__username_unique on accounts (lower(username)) where (status <> 'removed');

-- Only the hash of a session token is stored.
create table sessions (
  id text primary key check (id ~ '^ses_'),
  account_id text not null references accounts(id) on delete cascade,
  token_hash bytea not null unique,
  user_agent text not null default '',
  -- IP address that opened the session. An address that the account used before is exempt from the login limit per user name.
  ip_address text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  revoked_at timestamptz
);
create index sessions__by_account on sessions (account_id);

-- Display preferences. `packages/contracts/src/preferences.ts` lists the keys and what each may hold.
create table account_preferences (
  account_id text not null references accounts(id) on delete cascade,
  key text not null check (key ~ '^[a-z_.]{1,60}$'),
  value jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (account_id, key)
);

-- Failed logins, counted per user name and per IP address in a sliding window.
create table login_failures (
  id bigint generated always as identity primary key,
  username_key text not null,
  ip_address text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index login_failures__by_ip_address on login_failures (ip_address, failed_at);
create index login_failures__by_username on login_failures (username_key, failed_at);

create table email_verifications (
  id text primary key check (id ~ '^ver_'),
  account_id text not null references accounts(id) on delete cascade,
  -- The page that the email links to; the token is appended.
  verify_link text not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index email_verifications__by_account on email_verifications (account_id, requested_at);

-- Created when the email is written, so each email carries its own token. A token works once, for three days; only its hash is stored.
create table email_verification_tokens (
  token_hash bytea primary key,
  verification_id text not null references email_verifications(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verification_tokens__by_account on email_verification_tokens (account_id);
create index email_verification_tokens__by_verification on email_verification_tokens (verification_id);

-- Each request, recorded in the same way whether or not the address has an account.
create table password_resets (
  id text primary key check (id ~ '^rst_'),
  email_key text not null,
  ip_address text not null,
  reset_link text not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index password_resets__by_email on password_resets (email_key, requested_at);
create index password_resets__by_ip_address on password_resets (ip_address, requested_at);

-- Created when the email is written, so each email carries its own token. A token works once, for one hour; only its hash is stored.
create table password_reset_tokens (
  token_hash bytea primary key,
  reset_id text not null references password_resets(id) on delete cascade,
  account_id text not null references accounts(id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_tokens__by_account on password_reset_tokens (account_id);
create index password_reset_tokens__by_reset on password_reset_tokens (reset_id);

-- Tokens that did not match, counted per IP address in a sliding window.
create table password_reset_failures (
  id bigint generated always as identity primary key,
  ip_address text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index password_reset_failures__by_ip_address on password_reset_failures (ip_address, failed_at);
