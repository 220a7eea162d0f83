-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Secret addresses of calendars. Only the hash of an address is stored.
create table calendar_feeds (
  id text primary key check (id ~ '^cal_'),
  account_id text not null references accounts(id) on delete cascade,
  -- `mine`: the account's own holds and orders.
  kind text not null check (kind in ('performer', 'venue', 'mine')),
  performer_id integer references performers(id) on delete cascade,
  venue_id integer references venues(id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz,
  -- When a calendar app last read it, to five minutes.
  fetched_at timestamptz,
  constraint calendar_feeds__subject check ((performer_id is not null) = (kind = 'performer') and (venue_id is not null) = (kind = 'venue'))
);
create index calendar_feeds__by_account on calendar_feeds (account_id, created_at);
create index calendar_feeds__by_performer on calendar_feeds (performer_id) where (performer_id is not null);
create index calendar_feeds__by_venue on calendar_feeds (venue_id) where (venue_id is not null);
create index calendar_feeds__revoked on calendar_feeds (revoked_at) where (revoked_at is not null);
