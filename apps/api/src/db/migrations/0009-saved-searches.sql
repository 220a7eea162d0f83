-- Saved searches of an event's listings, and alerts when a listing starts to match.

create table saved_searches (
  id text primary key check (id ~ '^ssr_'),
  account_id text not null references accounts (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  event_id integer not null references events (id) on delete cascade,
  name text not null check (name <> ''),
  filter jsonb not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  is_live boolean not null,
  is_emailed boolean not null,
  is_armed boolean not null default false,
  created_at timestamptz not null,
  alerted_at timestamptz
);
create unique index saved_searches__once_per_filter on saved_searches (account_id, event_id, currency, md5(filter::text));
create index saved_searches__alerting_by_event on saved_searches (event_id) where (is_live or is_emailed);
comment on table saved_searches is 'Filters of an event''s feed that an account named.';
comment on column saved_searches.filter is 'As a query of the feed, in one order, without the currency.';
comment on column saved_searches.currency is 'Currency of the prices in the filter.';
comment on column saved_searches.is_armed is 'Whether its present matches are known. Until then no change is reported.';

create table saved_search_matches (
  search_id text not null references saved_searches (id) on delete cascade,
  listing_id text not null references listings (id) on delete cascade,
  price_minor bigint not null,
  is_pending boolean not null,
  primary key (search_id, listing_id)
);
create index saved_search_matches__pending on saved_search_matches (search_id) where (is_pending);
create index saved_search_matches__by_listing on saved_search_matches (listing_id);
comment on table saved_search_matches is 'Listings that match a search now, so that each is reported once until it stops to match.';
comment on column saved_search_matches.price_minor is 'Price per ticket in the currency of the search when it started to match.';
comment on column saved_search_matches.is_pending is 'Not yet reported.';

create table saved_search_alerts (
  id text primary key check (id ~ '^sal_'),
  search_id text not null references saved_searches (id) on delete cascade,
  at timestamptz not null,
  is_live boolean not null,
  is_emailed boolean not null,
  match_count integer not null check (match_count > 0),
  listing_ids text[] not null,
  prices_minor bigint[] not null
);
create index saved_search_alerts__by_search on saved_search_alerts (search_id);
create index saved_search_alerts__by_age on saved_search_alerts (at);
comment on table saved_search_alerts is 'Alerts, each written in the transaction that counts its matches as reported.';
comment on column saved_search_alerts.listing_ids is 'The cheapest ones, with their prices in the same order.';

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in ('message', 'quote_viewed', 'quote_accepted', 'quote_declined', 'order_placed', 'tickets_delivered', 'order_changed', 'price_drop', 'low_stock', 'hold_expired', 'search_match'));
