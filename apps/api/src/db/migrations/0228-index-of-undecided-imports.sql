-- Without a transaction
-- Imports whose held rows an answer to a request for an event may free.
create index concurrently if not exists inventory_imports__undecided on inventory_imports (id) where (state in ('matched', 'previewed'));
