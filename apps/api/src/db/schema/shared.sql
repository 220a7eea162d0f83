-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- A key belongs to one request body. A duplicate in flight waits on the primary key for the first request.
create table idempotency_keys (
  team_id text not null references teams(id),
  route text not null,
  key text not null check (length(key) >= 1 and length(key) <= 255),
  body_hash bytea not null,
  response jsonb,
  created_at timestamptz not null default clock_timestamp(),
  primary key (team_id, route, key)
);
create index idempotency_keys__by_age on idempotency_keys (created_at);
