-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- What each run of a retention rule removed.
create table retention_runs (
  id bigint generated always as identity primary key,
  -- The name that RETENTION_DAYS uses.
  rule text not null,
  started_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  removed integer not null check (removed >= 0),
  -- False: its time was over or it failed, and the next run continues.
  is_complete boolean not null,
  -- When the days of the oldest row began that is still kept.
  oldest_left timestamptz
);
create index retention_runs__by_age on retention_runs (started_at);
create index retention_runs__by_rule on retention_runs (rule, id desc);
