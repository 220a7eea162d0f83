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
  full_name text not null generated always as (btrim(((first_name || ' ') || last_name))) stored,
  -- Whether the current password has fewer than 8 characters, which sign-up accepts. Known from the login or sign-up that saw it.
  has_short_password boolean not null default false,
  -- The last login that this release or a later one saw. The first login sends no email about a new device.
  last_login_at timestamptz,
  -- Part of the cookies of known devices. Raised to forget all of them.
  known_device_epoch integer not null default 0,
  -- Set by a trigger; null for an account that is not removed.
  closed_at timestamptz,
  -- When names and addresses were replaced, some days after it was closed.
  erased_at timestamptz,
  -- What a member may do for a selling team. Owners may do everything, whatever is stored.
  seller_permissions text[] not null default '{}' check (seller_permissions <@ array['view', 'list', 'price', 'deliver', 'money'])
);
create index accounts__by_team on accounts (team_id);
create index accounts__closed on accounts (closed_at) where ((status = 'removed') and (erased_at is null));
create unique index accounts__email_unique on accounts (lower(email)) where (status <> 'removed');
create index accounts__unconfirmed on accounts (created_at) where (status = 'pending');
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
  revoked_at timestamptz,
  -- When the password was last entered in this session. Changes to security ask for a recent proof.
  password_proven_at timestamptz,
  -- When a passkey, a code of an authenticator app or a recovery code was last used in this session.
  second_factor_proven_at timestamptz,
  -- When the session downloaded its first ticket, after reauthentication. Later downloads need none.
  tickets_allowed_at timestamptz
);
create index sessions__by_account on sessions (account_id);
create index sessions__by_age on sessions (created_at);

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

-- Wrong codes of second factors of the past day, and codes that are being checked.
create table factor_failures (
  id bigint generated always as identity primary key,
  account_id text not null references accounts(id) on delete cascade,
  -- Whose wait it makes longer: everyone's, that of a known device, or that of a session.
  counts_for text not null,
  failed_at timestamptz not null default clock_timestamp(),
  -- Whether the owner got an email about it.
  is_reported boolean not null default false
);
create index factor_failures__by_account on factor_failures (account_id, failed_at);
create index factor_failures__by_time on factor_failures (failed_at);

-- Sign-ups of the past day, for limits per address and email domain.
create table sign_up_counts (
  id bigint generated always as identity primary key,
  ip_address text not null,
  -- Null for a common mail provider, whose addresses have nothing in common.
  email_domain text,
  signed_up_at timestamptz not null default clock_timestamp()
);
create index sign_up_counts__by_address on sign_up_counts (ip_address, signed_up_at);
create index sign_up_counts__by_domain on sign_up_counts (email_domain, signed_up_at);
create index sign_up_counts__by_time on sign_up_counts (signed_up_at);

-- Public keys of passkeys. A passkey verifies its user, so that it is both a second factor and a login without a password.
create table account_passkeys (
  id text primary key check (id ~ '^psk_'),
  account_id text not null references accounts(id) on delete cascade,
  credential_id bytea not null,
  -- The host name that the passkey belongs to; browsers use it nowhere else.
  rp_id text not null,
  public_key bytea not null,
  -- The highest counter that the passkey has sent; a lower one is a copy of the passkey. Stays 0 for passkeys that do not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create index account_passkeys__by_account on account_passkeys (account_id);
create unique index account_passkeys__credential_unique on account_passkeys (credential_id);

-- Secrets for time-based codes. Counts as a second factor once a code has confirmed it.
create table account_authenticator_apps (
  id text primary key check (id ~ '^aut_'),
  account_id text not null references accounts(id) on delete cascade,
  encrypted_secret bytea not null,
  -- The newest 30-second step whose code was used. Codes of this step and older ones are refused.
  last_step bigint,
  created_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  last_used_at timestamptz
);
create index account_authenticator_apps__by_account on account_authenticator_apps (account_id);
create unique index account_authenticator_apps__one_confirmed on account_authenticator_apps (account_id) where (confirmed_at is not null);

-- Hashes of the codes that replace a lost second factor. Each works once.
create table account_recovery_codes (
  code_hash bytea primary key,
  account_id text not null references accounts(id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index account_recovery_codes__by_account on account_recovery_codes (account_id);

-- Logins that wait for a second factor, or for the passkey of an account that is not known yet. Only the hash of the token is stored; a login is deleted when it opens a session.
create table pending_logins (
  token_hash bytea primary key,
  -- The account whose password was right; null for a login with a passkey alone.
  account_id text references accounts(id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- After a handover: the session of the browser, which ends when the login is complete.
  replaced_session_id text check (replaced_session_id ~ '^ses_')
);
create index pending_logins__by_account on pending_logins (account_id);

-- What a passkey signs. A challenge belongs to one session or one login and is deleted by the first answer, right or wrong.
create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('login', 'confirm', 'register')),
  session_id text references sessions(id) on delete cascade,
  login_hash bytea references pending_logins(token_hash) on delete cascade,
  origin text not null,
  rp_id text not null,
  expires_at timestamptz not null,
  check ((session_id is null) <> (login_hash is null)),
  check ((purpose = 'login') = (login_hash is not null))
);
create index passkey_challenges__by_login on passkey_challenges (login_hash);
create index passkey_challenges__by_session on passkey_challenges (session_id);

create table email_verifications (
  id text primary key check (id ~ '^ver_'),
  account_id text not null references accounts(id) on delete cascade,
  -- The page that the email links to; the token is appended.
  verify_link text not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index email_verifications__by_account on email_verifications (account_id, requested_at);
create index email_verifications__by_age on email_verifications (requested_at);

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

-- Requested and confirmed changes of an account's email address. Kept for 30 days.
create table email_changes (
  id text primary key check (id ~ '^emc_'),
  account_id text not null references accounts(id) on delete cascade,
  old_email text not null,
  new_email text not null,
  -- The site that the emails link to.
  site_origin text not null,
  requested_at timestamptz not null default clock_timestamp(),
  -- When a request that was not confirmed ended: cancelled, replaced by another one, or overtaken by a new password.
  ended_at timestamptz,
  confirmed_at timestamptz,
  undone_at timestamptz,
  check (undone_at is null or confirmed_at is not null)
);
create index email_changes__by_account on email_changes (account_id, requested_at);
create index email_changes__by_new_email on email_changes (lower(new_email), requested_at);

-- Created when the email is written, so each email carries its own token. Only its hash is stored; the change says whether it was used.
create table email_change_tokens (
  token_hash bytea primary key,
  change_id text not null references email_changes(id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'undo')),
  expires_at timestamptz not null
);
create index email_change_tokens__by_change on email_change_tokens (change_id);

-- Email addresses and usernames that an account no longer uses and no other account may take yet.
create table reserved_account_names (
  kind text not null check (kind in ('email', 'username')),
  -- SHA-256 of the name in lower case.
  name_hash bytea not null,
  account_id text not null references accounts(id) on delete cascade,
  reserved_until timestamptz not null,
  primary key (kind, name_hash, account_id)
);
create index reserved_account_names__by_account on reserved_account_names (account_id);

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
