-- Without a transaction
-- Finds the listings of one section of an event, with which a seller compares prices.
create index concurrently if not exists listings__active_by_section on listings (event_id, section) where (status = 'active');
