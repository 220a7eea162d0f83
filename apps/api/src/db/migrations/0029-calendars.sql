-- Secret addresses at which calendar apps read events, holds and orders; and how often an event has changed.

alter table catalogue_events add column revision integer not null default 0;
comment on column catalogue_events.revision is 'Grows with every change that calendars show; a trigger counts it.';

create table calendar_feeds (
  id text primary key check (id ~ '^cal_'),
  account_id text not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('performer', 'venue', 'mine')),
  performer_id integer references performers (id) on delete cascade,
  venue_id integer references venues (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz,
  fetched_at timestamptz,
  constraint calendar_feeds__subject check (
    (performer_id is not null) = (kind = 'performer') and (venue_id is not null) = (kind = 'venue'))
);
create index calendar_feeds__by_account on calendar_feeds (account_id, created_at);
create index calendar_feeds__by_performer on calendar_feeds (performer_id) where (performer_id is not null);
create index calendar_feeds__by_venue on calendar_feeds (venue_id) where (venue_id is not null);
create index calendar_feeds__revoked on calendar_feeds (revoked_at) where (revoked_at is not null);
comment on table calendar_feeds is 'Secret addresses of calendars. Only the hash of an address is stored.';
comment on column calendar_feeds.kind is '`mine`: the account''s own holds and orders.';
comment on column calendar_feeds.fetched_at is 'When a calendar app last read it, to five minutes.';
