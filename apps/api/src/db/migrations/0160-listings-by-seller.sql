-- Without a transaction
-- A seller's inventory: without it, every page of the desk reads the listings of all sellers.
create index concurrently if not exists listings__by_seller on listings (seller_team_id, event_id);
