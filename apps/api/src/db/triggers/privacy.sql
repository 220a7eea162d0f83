create or replace trigger account_exports__release_files after delete on account_exports
  for each row when (old.parts > 0) execute function release_export_files();
