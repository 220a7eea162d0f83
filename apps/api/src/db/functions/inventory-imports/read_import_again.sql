-- Trigger: a preview made again covers all rows, but rows that were kept are not stored. So such an import does not go to
-- 'matched', where only stored rows are decided and the listings of the others would be withdrawn, but back to 'received',
-- where its file is read. A trigger, because releases without kept rows make previews again, too.
create or replace function read_import_again() returns trigger language plpgsql as $$
begin
  new.state := 'received';
  new.kept_rows := 0;
  new.read_fully_at := null;
  new.managed_listings := null;
  return new;
end $$;
