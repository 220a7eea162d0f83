create or replace function on_rivalry_names_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(
    select distinct one.event_id from changed c
    join event_performers one on one.performer_id = c.performer_id
    join event_performers other on other.event_id = one.event_id and other.performer_id = c.rival_id));
  return null;
end $$;
