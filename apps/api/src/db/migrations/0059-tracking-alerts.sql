-- Invariant: what stands here happened: prices are added when a tracked listing has another than noted last, alerts in the
-- transaction that counts them as told.
create table tracked_prices (
  id bigint generated always as identity primary key,
  listing_id text not null references listings (id) on delete cascade,
  at timestamptz not null,
  -- Per ticket, in the listing's own currency; null while it could not be bought: sold out, withdrawn, or the event off.
  price_minor bigint check (price_minor > 0)
);
create index tracked_prices__by_listing on tracked_prices (listing_id, id desc);

create table tracking_alerts (
  id text primary key check (id ~ '^alr_'),
  account_id text not null references accounts (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  listing_id text not null references listings (id) on delete cascade,
  kind text not null check (kind in ('price_drop', 'low_stock')),
  at timestamptz not null,
  is_live boolean not null,
  is_mailed boolean not null,
  price_then_minor bigint not null,
  price_before_minor bigint not null,
  price_now_minor bigint not null,
  available integer not null,
  constraint tracking_alerts__told_somehow check (is_live or is_mailed)
);
create index tracking_alerts__by_account on tracking_alerts (account_id, at);
create index tracking_alerts__by_age on tracking_alerts (at);
