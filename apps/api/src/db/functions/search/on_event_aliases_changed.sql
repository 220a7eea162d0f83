create or replace function on_event_aliases_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(
    select distinct e.id from changed a
    join categories c on c.slug = a.competition
    join events e on e.category_id = c.id and e.title = a.title));
  return null;
end $$;
