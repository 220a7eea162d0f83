-- Without a transaction
-- Finds when the price of a listing was last set other than by a rule.
create index concurrently if not exists listing_changes__prices on listing_changes (listing_id, id) where (source <> 'rule' and "after" ? 'price_minor');
