-- Invariants: of a reset token only the hash is stored, it serves once and for one hour; a request is noted in the same
-- way whether or not its e-mail address has an account.
create table password_resets (
  id text primary key check (id ~ '^rst_'),
  email_key text not null,
  address text not null,
  reset_link text not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index password_resets__by_email on password_resets (email_key, requested_at);
create index password_resets__by_address on password_resets (address, requested_at);

-- Made when the letter is written: a letter that is written again brings a token of its own.
create table password_reset_tokens (
  token_hash bytea primary key,
  reset_id text not null references password_resets (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_tokens__by_account on password_reset_tokens (account_id);
create index password_reset_tokens__by_reset on password_reset_tokens (reset_id);

-- Tokens that led nowhere, counted per address inside a sliding window.
create table password_reset_failures (
  id bigint generated always as identity primary key,
  address text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index password_reset_failures__by_address on password_reset_failures (address, failed_at);

-- Where a session was opened: told to its owner, and an address that an account was used from before is not shut out
-- by what others do to the account's name.
alter table sessions add column address text not null default '';
