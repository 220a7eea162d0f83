-- Without a transaction
-- Finds the listings that offer seats of one row, whatever their state. No query looks for import rows by their ids.
create index concurrently if not exists listings__by_place on listings (event_id, section, "row");
drop index concurrently if exists inventory_import_rows__by_external_id;
