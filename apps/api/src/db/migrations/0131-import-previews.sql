-- Without a transaction
-- What the import page shows: how far the work is, totals of the preview, and how much prices move.
alter table inventory_imports add column if not exists rows_done integer not null default 0;
alter table inventory_imports add column if not exists totals jsonb not null default '{}';
comment on column inventory_imports.rows_done is 'Rows that the present step has dealt with.';
comment on column inventory_imports.totals is 'Sums over the rows of the preview.';
alter table inventory_import_rows add column if not exists price_change_bp integer;
comment on column inventory_import_rows.price_change_bp is 'By how much the price of a listing changes, in basis points.';
create index concurrently if not exists inventory_import_rows__by_price_change
  on inventory_import_rows (import_id, price_change_bp, "position") where (price_change_bp is not null);
