-- A failing step of one heartbeat must not stop those of other sellers, and listings that may not return are reported once.
alter table inventory_heartbeats
  add column retry_at timestamptz,
  add column refused_listings integer not null default 0 check (refused_listings >= 0);
comment on column inventory_heartbeats.retry_at is 'After a failed step: no further one before then.';
comment on column inventory_heartbeats.refused_listings is 'Listings that could not return with the present file, so far.';
