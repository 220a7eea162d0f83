-- Invariants: a fixture's newest source date is `source_local_at`; the date that it was first moved away from stays in
-- `first_source_local_at`, so that an older file of the same season cannot move it back. What the demo's shift added to an
-- event stays with the event, because an event with holds or orders is never shifted.
alter table categories add column confirm_ahead_days smallint;

alter table events
  add column time_known boolean not null default true,
  add column first_source_local_at timestamp,
  add column shift_weeks integer not null default 0,
  -- Title, performers, venue and city with their other names in matching form, a blank before each word.
  add column search_text text not null default '';

-- One row for each set of demo stock that has been loaded whole.
create table demo_stock (
  name text primary key,
  seed text not null,
  listings integer not null,
  loaded_at timestamptz not null default clock_timestamp()
);
