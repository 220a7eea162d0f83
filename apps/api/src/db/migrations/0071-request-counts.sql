-- Requests per minute of busy sessions and addresses, so that a limit holds across all processes.
create unlogged table request_counts (
  key_hash text not null,
  minute timestamptz not null,
  count integer not null check (count > 0),
  primary key (key_hash, minute)
) with (fillfactor = 50);
comment on table request_counts is
  'Requests of one session or address in one minute, from all processes. Lost in a crash, which only restarts the count.';
