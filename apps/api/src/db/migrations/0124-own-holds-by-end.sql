-- Without a transaction
create index concurrently if not exists listings__own_hold_until on listings (own_hold_until) where (own_hold_until is not null);
