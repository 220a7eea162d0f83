-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Append-only audit log, dated by the database and kept for 400 days. It outlives the accounts it names, so it has no foreign keys.
create table security_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind ~ '^[a-z]+\.[a-z_]+$'),
  -- The logged-in account that acted.
  actor_id text check (actor_id ~ '^usr_'),
  -- The account that was affected.
  account_id text check (account_id ~ '^usr_'),
  team_id text check (team_id ~ '^tm_'),
  session_id text check (session_id ~ '^ses_'),
  ip_address text not null,
  user_agent text not null check (length(user_agent) <= 300),
  request_id text,
  details jsonb not null check (jsonb_typeof(details) = 'object' and length(details::text) <= 2000)
);
create index security_events__by_account on security_events (account_id, id);
create index security_events__by_age on security_events (at);
create index security_events__by_team on security_events (team_id, id) where (team_id is not null);
