-- Finds the rows whose time is over.
alter table bulk_edit_rows add column created_at timestamptz not null default clock_timestamp();
create index bulk_edit_rows__by_age on bulk_edit_rows (created_at);
