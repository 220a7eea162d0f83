-- Each listing shows the seller's name.
create or replace function on_seller_renamed() returns trigger language plpgsql as $$
begin
  perform invalidate_feed(array(
    select distinct event_id from listings where seller_team_id = new.id and status = 'active'));
  return null;
end $$;
