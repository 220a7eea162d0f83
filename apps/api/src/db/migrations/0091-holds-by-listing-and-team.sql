-- Without a transaction
-- Replaces holds__by_listing, so that a hold finds the earlier ones of its team on the listing without reading all others.
-- Reviewed: the new index serves every query of the old one.
create index concurrently if not exists holds__by_listing_and_team on holds (listing_id, team_id, created_at);
drop index concurrently if exists holds__by_listing;
