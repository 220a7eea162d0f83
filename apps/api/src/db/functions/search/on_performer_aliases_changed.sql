create or replace function on_performer_aliases_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(
    select distinct ep.event_id from changed c join event_performers ep on ep.performer_id = c.performer_id));
  return null;
end $$;
