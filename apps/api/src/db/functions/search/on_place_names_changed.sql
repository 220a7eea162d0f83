-- A city is found by its name in matching form, which SQL cannot derive, so every event may be affected.
create or replace function on_place_names_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(select e.id from events e where exists (select from changed)));
  return null;
end $$;
