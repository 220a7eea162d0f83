-- Without a transaction
-- Finds a seller's own listings of the events that a price rule covers.
create index concurrently if not exists listings__active_by_seller on listings (seller_team_id, event_id) where (status = 'active');
