create or replace function on_event_performers_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(select distinct event_id from changed));
  return null;
end $$;
