create or replace function on_competition_changed() returns trigger language plpgsql as $$
begin
  perform invalidate_search(array(select id from events where category_id = new.category_id));
  return null;
end $$;
