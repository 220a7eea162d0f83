-- Invariants: an address counts as verified once somebody has opened a link that was sent there, and confirmed; a link
-- serves once and for three days, and of it only the hash of the token is stored.
alter table accounts add column email_verified_at timestamptz;
-- Whoever is in already was let in by the rule of that time.
update accounts set email_verified_at = created_at where status <> 'pending';

create table email_verifications (
  id text primary key check (id ~ '^ver_'),
  account_id text not null references accounts (id) on delete cascade,
  -- The page that the letter leads to; the token is appended.
  verify_link text not null,
  requested_at timestamptz not null default clock_timestamp()
);
create index email_verifications__by_account on email_verifications (account_id, requested_at);

-- Made when the letter is written: a letter that is written again brings a token of its own.
create table email_verification_tokens (
  token_hash bytea primary key,
  verification_id text not null references email_verifications (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verification_tokens__by_account on email_verification_tokens (account_id);
create index email_verification_tokens__by_verification on email_verification_tokens (verification_id);
