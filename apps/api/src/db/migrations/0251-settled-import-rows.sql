-- A file's rows that are as they were need not be read again (ADR 0022).
alter table inventory_listing_sources
  add column row_digest bytea,
  add column settled_revision integer;
comment on column inventory_listing_sources.row_digest is
  'Of the row of a file that leaves the listing as it is. Null if that is not known.';
comment on column inventory_listing_sources.settled_revision is
  'Revision of the listing for which that is so.';

alter table inventory_import_rows add column digest bytea;
comment on column inventory_import_rows.digest is
  'Of the row''s text and of how its profile reads it; null if the row is read with each file.';
comment on column inventory_import_rows.applied_revision is
  'Of the listing once the row was written; a listing with a later change is not undone. For unchanged rows: the revision that the row leaves as it is, if a later file need not read it.';

alter table inventory_import_events add column facts text;
comment on column inventory_import_events.facts is
  'Hash of what rows were checked against: status, date and blocks of the event. Null if it has changed meanwhile.';

alter table inventory_imports
  add column kept_rows integer not null default 0,
  add column read_fully_at timestamptz,
  add column managed_listings text;
comment on column inventory_imports.kept_rows is
  'Rows that are as in the last file. They were not read and have no row in inventory_import_rows; they count as unchanged.';
comment on column inventory_imports.read_fully_at is
  'When all rows were read last, by this import or by an earlier one that it builds on. Null if later files cannot build on it.';
comment on column inventory_imports.managed_listings is
  'Fingerprint of the listings that the profile managed when the preview was made. Set if rows were kept.';
