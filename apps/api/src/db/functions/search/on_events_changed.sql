create or replace function on_events_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(select distinct id from changed));
  return null;
end $$;
