-- Trigger: a preview made again covers all rows, so an import with rows that were not read starts from its file. Releases
-- that do not know such imports would otherwise withdraw the listings of these rows.
create or replace function read_import_again() returns trigger language plpgsql as $$
begin
  new.state := 'received';
  new.kept_rows := 0;
  return new;
end $$;
