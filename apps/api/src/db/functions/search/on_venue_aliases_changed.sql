create or replace function on_venue_aliases_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(select distinct e.id from changed c join events e on e.venue_id = c.venue_id));
  return null;
end $$;
