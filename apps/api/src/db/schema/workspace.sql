-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

create table attention_dismissals (
  account_id text not null references accounts(id) on delete cascade,
  -- The quote with a response, or the listing whose price fell.
  subject text not null,
  -- What was reported: the time of the response in milliseconds, or the price in minor units. Anything newer is listed again.
  version text not null check (version <> ''),
  dismissed_at timestamptz not null,
  primary key (account_id, subject)
);
create index attention_dismissals__by_age on attention_dismissals (dismissed_at);
