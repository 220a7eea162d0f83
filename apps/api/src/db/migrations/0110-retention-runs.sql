-- What the nightly retention job removed.
create table retention_runs (
  id bigint generated always as identity primary key,
  rule text not null,
  started_at timestamptz not null,
  took_ms integer not null check (took_ms >= 0),
  removed integer not null check (removed >= 0),
  is_complete boolean not null,
  oldest_left timestamptz
);
create index retention_runs__by_age on retention_runs (started_at);
create index retention_runs__by_rule on retention_runs (rule, id desc);
comment on table retention_runs is 'What each run of a retention rule removed.';
comment on column retention_runs.rule is 'The name that RETENTION_DAYS uses.';
comment on column retention_runs.is_complete is 'False: its time was over or it failed, and the next run continues.';
comment on column retention_runs.oldest_left is 'When the days of the oldest row began that is still kept.';
