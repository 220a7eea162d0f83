-- Invariant: what belongs to a listing is found by the listing, whatever has become of it (as 0054 says): marks that were
-- taken off and alerts among it.
drop index tracked_listings__by_listing;
create index tracked_listings__by_listing on tracked_listings (listing_id);
create index tracking_alerts__by_listing on tracking_alerts (listing_id);
