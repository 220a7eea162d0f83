create or replace function on_event_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_feed(array(select id from changed));
  return null;
end $$;
