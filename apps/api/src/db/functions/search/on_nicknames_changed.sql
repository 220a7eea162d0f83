create or replace function on_nicknames_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(
    select e.id from changed c join events e on e.venue_id = c.type_id where c.type = 'venue'
    union
    select ep.event_id from changed c join event_performers ep on ep.performer_id = c.type_id where c.type = 'performer'
    union
    select e.id from changed c
    join categories below on below.id = c.type_id or below.parent_id = c.type_id
    join events e on e.category_id = below.id
    where c.type = 'category'));
  return null;
end $$;
