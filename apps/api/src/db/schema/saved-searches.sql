-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Filters of an event's feed that an account named.
create table saved_searches (
  id text primary key check (id ~ '^ssr_'),
  account_id text not null references accounts(id) on delete cascade,
  team_id text not null references teams(id) on delete cascade,
  event_id integer not null references catalogue_events(id) on delete cascade,
  name text not null check (name <> ''),
  -- As a query of the feed, in one order, without the currency.
  filter jsonb not null,
  -- Currency of the prices in the filter.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_notified boolean not null,
  is_emailed boolean not null,
  -- Whether what matched when its alerts were switched on is recorded. Until then no change is reported.
  has_baseline boolean not null default false,
  created_at timestamptz not null,
  alerted_at timestamptz
);
create index saved_searches__alerting_by_event on saved_searches (event_id) where (is_notified or is_emailed);
create index saved_searches__by_event on saved_searches (event_id);
create unique index saved_searches__once_per_filter on saved_searches (account_id, event_id, currency, md5((filter)::text));

-- Listings that match a search now, so that each is reported once until it stops to match.
create table saved_search_matches (
  search_id text not null references saved_searches(id) on delete cascade,
  listing_id text not null references listings(id) on delete cascade,
  -- Price per ticket in the currency of the search when it started to match.
  price_minor bigint not null,
  -- Not yet reported.
  is_pending boolean not null,
  primary key (search_id, listing_id)
);
create index saved_search_matches__by_listing on saved_search_matches (listing_id);
create index saved_search_matches__pending on saved_search_matches (search_id) where is_pending;

-- Alerts, each written in the transaction that counts its matches as reported.
create table saved_search_alerts (
  id text primary key check (id ~ '^sal_'),
  search_id text not null references saved_searches(id) on delete cascade,
  at timestamptz not null,
  is_notified boolean not null,
  is_emailed boolean not null,
  match_count integer not null check (match_count > 0),
  -- The cheapest ones, with their prices in the same order.
  listing_ids text[] not null,
  prices_minor bigint[] not null
);
create index saved_search_alerts__by_age on saved_search_alerts (at);
create index saved_search_alerts__by_search on saved_search_alerts (search_id);
