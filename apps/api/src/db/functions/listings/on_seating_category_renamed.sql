-- Each listing shows the category's name.
create or replace function on_seating_category_renamed() returns trigger language plpgsql as $$
begin
  perform invalidate_feed(array(
    select distinct event_id from listings where category_id = new.id and status = 'active'));
  return null;
end $$;
