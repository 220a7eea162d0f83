-- Events that no one sees yet, or no longer, are announced by the switch of their import.
create or replace function invalidate_search_of_events() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(select id from changed where import_run_id is null));
  return null;
end $$;
