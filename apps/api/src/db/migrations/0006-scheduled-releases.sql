-- A team's release of a hold waits for a few seconds, during which it can be undone.
alter table holds
  add column release_at timestamptz,
  add column release_quantity integer,
  add constraint holds__scheduled_release check (
    (release_at is null) = (release_quantity is null)
    and (release_at is null or state = 'active' and release_quantity between 1 and quantity));
create index holds__by_release_at on holds (release_at) where (release_at is not null);
comment on column holds.release_at is
  'When `release_quantity` tickets are released, unless undone or being paid for before. Stock stays reserved until then.';
