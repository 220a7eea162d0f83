-- Without a transaction
-- Finds the rows of an import by the listings that they name, and the files of a team that wait.
create index concurrently if not exists inventory_import_rows__by_external_id on inventory_import_rows (import_id, external_id);
create index concurrently if not exists inventory_imports__waiting on inventory_imports (team_id)
  where (source in ('api', 'drop') and state in ('received', 'parsed', 'matched', 'previewed', 'applying'));
