-- Invariant: a file's name stands here before the file is written. Either the transaction that makes it somebody's takes the name
-- away, or the sweep condemns it and then removes the file; never both.
create table unclaimed_files (
  name text primary key,
  noted_at timestamptz not null default clock_timestamp(),
  -- From then on no transaction may take it.
  condemned_at timestamptz
);
