-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- An account tracks a listing once. What the account knows of the listing changes only in the transaction that notifies it.
create table tracked_listings (
  account_id text not null references accounts(id) on delete cascade,
  team_id text not null references teams(id) on delete cascade,
  listing_id text not null references listings(id) on delete cascade,
  tracked_at timestamptz not null,
  -- When tracking ended. The row stays for a while, so that it can be restored.
  ended_at timestamptz,
  -- Per ticket, in the listing's currency.
  price_when_tracked_minor bigint not null check (price_when_tracked_minor > 0),
  -- The price that the account was last notified of, or could see.
  known_price_minor bigint not null check (known_price_minor > 0),
  known_stock integer not null check (known_stock >= 0),
  price_drop_notified_at timestamptz,
  low_stock_notified_at timestamptz,
  -- An alert is due but waits for the cool-down of the previous one.
  has_pending_alert boolean not null default false,
  primary key (account_id, listing_id)
);
create index tracked_listings__by_listing on tracked_listings (listing_id);
create index tracked_listings__pending_alerts on tracked_listings (listing_id) where has_pending_alert;

-- Price history of tracked listings.
create table tracked_prices (
  id bigint generated always as identity primary key,
  listing_id text not null references listings(id) on delete cascade,
  at timestamptz not null,
  -- Per ticket, in the listing's currency; null while the listing could not be bought.
  price_minor bigint check (price_minor > 0)
);
create index tracked_prices__by_listing on tracked_prices (listing_id, id desc);

-- Alerts, each written in the transaction that counts it as sent.
create table tracking_alerts (
  id text primary key check (id ~ '^alr_'),
  account_id text not null references accounts(id) on delete cascade,
  team_id text not null references teams(id) on delete cascade,
  listing_id text not null references listings(id) on delete cascade,
  kind text not null check (kind in ('price_drop', 'low_stock')),
  at timestamptz not null,
  is_notified boolean not null,
  is_emailed boolean not null,
  price_when_tracked_minor bigint not null,
  previous_price_minor bigint not null,
  current_price_minor bigint not null,
  available integer not null,
  constraint tracking_alerts__has_channel check (is_notified or is_emailed)
);
create index tracking_alerts__by_account on tracking_alerts (account_id, at);
create index tracking_alerts__by_age on tracking_alerts (at);
create index tracking_alerts__by_listing on tracking_alerts (listing_id);

create table tracking_settings (
  account_id text primary key references accounts(id) on delete cascade,
  price_drop_live boolean not null,
  price_drop_email boolean not null,
  low_stock_live boolean not null,
  low_stock_email boolean not null,
  low_stock_threshold integer not null check (low_stock_threshold >= 1 and low_stock_threshold <= 50)
);
