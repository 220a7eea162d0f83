-- Passkeys, authenticator apps and recovery codes; logins that wait for one of them; and teams that require them.
create table account_passkeys (
  id text primary key check (id ~ '^psk_'),
  account_id text not null references accounts(id) on delete cascade,
  credential_id bytea not null,
  rp_id text not null,
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
create unique index account_passkeys__credential_unique on account_passkeys (credential_id);
create index account_passkeys__by_account on account_passkeys (account_id);
comment on table account_passkeys is
  'Public keys of passkeys. A passkey verifies its user, so that it is both a second factor and a login without a password.';
comment on column account_passkeys.rp_id is 'The host name that the passkey belongs to; browsers use it nowhere else.';
comment on column account_passkeys.sign_count is
  'The highest counter that the passkey has sent; a lower one is a copy of the passkey. Stays 0 for passkeys that do not count.';

create table account_authenticator_apps (
  id text primary key check (id ~ '^aut_'),
  account_id text not null references accounts(id) on delete cascade,
  encrypted_secret bytea not null,
  last_step bigint,
  created_at timestamptz not null default clock_timestamp(),
  confirmed_at timestamptz,
  last_used_at timestamptz
);
create unique index account_authenticator_apps__one_confirmed on account_authenticator_apps (account_id)
  where confirmed_at is not null;
create index account_authenticator_apps__by_account on account_authenticator_apps (account_id);
comment on table account_authenticator_apps is
  'Secrets for time-based codes. Counts as a second factor once a code has confirmed it.';
comment on column account_authenticator_apps.last_step is
  'The newest 30-second step whose code was used. Codes of this step and older ones are refused.';

create table account_recovery_codes (
  code_hash bytea primary key,
  account_id text not null references accounts(id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index account_recovery_codes__by_account on account_recovery_codes (account_id);
comment on table account_recovery_codes is
  'Hashes of the codes that replace a lost second factor. Each works once.';

create table pending_logins (
  token_hash bytea primary key,
  account_id text references accounts(id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index pending_logins__by_account on pending_logins (account_id);
comment on table pending_logins is
  'Logins that wait for a second factor, or for the passkey of an account that is not known yet. Only the hash of the token is stored; a login is deleted when it opens a session.';
comment on column pending_logins.account_id is
  'The account whose password was right; null for a login with a passkey alone.';

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
comment on table passkey_challenges is
  'What a passkey signs. A challenge belongs to one session or one login and is deleted by the first answer, right or wrong.';

alter table teams add column second_factor_required_from timestamptz;
comment on column teams.second_factor_required_from is
  'From when members without a second factor can do nothing else than set one up. Null: the team does not require one.';
