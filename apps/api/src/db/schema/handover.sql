-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Users of other sites with the account that their handovers open. A site's id of a user never means another account.
create table handover_links (
  issuer text not null,
  -- Hash of the site's id of its user; the id itself is not stored.
  subject_hash bytea not null check (octet_length(subject_hash) = 32),
  account_id text not null references accounts(id) on delete cascade,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject_hash),
  constraint handover_links__account_unique unique (issuer, account_id)
);
create index handover_links__by_account on handover_links (account_id);

-- A handover code works once: the first to insert its row has redeemed it.
create table handover_redemptions (
  issuer text not null,
  -- Hash of the code's id; the code itself is not stored.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  -- Null where the code was redeemed without a session.
  session_id text check (session_id ~ '^ses_'),
  redeemed_at timestamptz not null default clock_timestamp(),
  -- After this time the code has expired, and the row may be deleted.
  expires_at timestamptz not null,
  primary key (issuer, code_hash)
);
create index handover_redemptions__by_age on handover_redemptions (expires_at);
