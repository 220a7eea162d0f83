create or replace function on_kick_off_names_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(
    select distinct e.id from changed c join events e on e.category_id = c.category_id));
  return null;
end $$;
