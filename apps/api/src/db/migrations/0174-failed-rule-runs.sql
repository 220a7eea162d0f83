-- A run that fails is tried again later and then given up, so that it never stops the runs of other teams.
alter table price_rule_runs
  add column failures integer not null default 0,
  add column retry_at timestamptz;
comment on column price_rule_runs.failures is 'Batches that failed with an error. The run ends after three.';
comment on column price_rule_runs.retry_at is 'When the batch that failed is tried again.';
