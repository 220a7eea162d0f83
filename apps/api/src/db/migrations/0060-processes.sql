-- Running processes, so that what a crashed one has claimed is free at once.
create table processes (
  id text primary key check (id ~ '^prc_'),
  roles text[] not null check (roles <@ '{web,worker}'),
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
comment on table processes is
  'One row for each running process, which renews it every second. Its leases end with it, see lease_is_free.';
