-- Without a transaction
-- Finds listings that are paused after a loop, and the sellers with whose rules a rule had loops.
create index concurrently if not exists price_rule_moves__loops_by_listing on price_rule_moves (listing_id, at) where (reason = 'loop');
create index concurrently if not exists price_rule_moves__loops_by_rule on price_rule_moves (rule_id, at) where (reason = 'loop');
