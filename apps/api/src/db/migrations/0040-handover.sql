-- Invariant: a code that another site issued is used once. Whoever writes its row first has it.
create table handover_redemptions (
  issuer text not null,
  -- Of the code's own id; the code itself is nobody's to read here.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  -- Null where the code was given up.
  session_id text check (session_id ~ '^ses_'),
  redeemed_at timestamptz not null default clock_timestamp(),
  -- From then on the code is refused for its age, and the row may go.
  expires_at timestamptz not null,
  primary key (issuer, code_hash)
);
create index handover_redemptions__by_age on handover_redemptions (expires_at);
