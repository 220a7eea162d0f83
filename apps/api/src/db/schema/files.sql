-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- A file's name is written here before the file is. Either a transaction claims the file by deleting the row, or the sweep marks it and then removes the file.
create table unclaimed_files (
  name text primary key,
  recorded_at timestamptz not null default clock_timestamp(),
  -- From then on no transaction may claim the file.
  marked_for_deletion_at timestamptz,
  -- The team whose quota the file counts towards. Null if there is none.
  team_id text,
  -- The size of a file with a team.
  bytes bigint
);
