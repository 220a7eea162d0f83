-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- A handover code works once: the first to insert its row has redeemed it.
create table handover_redemptions (
  issuer text not null,
  -- Hash of the code's id; the code itself is not stored.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  -- Null where the code was redeemed without a session.
  session_id text check (session_id ~ '^ses_'),
  redeemed_at timestamptz not null default clock_timestamp(),
  -- From then on the code is rejected for its age, and the row may be deleted.
  expires_at timestamptz not null,
  primary key (issuer, code_hash)
);
create index handover_redemptions__by_age on handover_redemptions (expires_at);
