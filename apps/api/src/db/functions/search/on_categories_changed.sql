create or replace function on_categories_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(
    select distinct e.id from changed c
    join categories below on below.id = c.id or below.parent_id = c.id
    join events e on e.category_id = below.id));
  return null;
end $$;
