-- Invariants: an account tracks a listing once; a mark is the account's own, within its team. What an account is known to
-- have seen of a listing moves only in the transaction that says what it is told of it.
create table tracked_listings (
  account_id text not null references accounts (id) on delete cascade,
  team_id text not null references teams (id) on delete cascade,
  listing_id text not null references listings (id) on delete cascade,
  tracked_at timestamptz not null,
  -- Set when the mark is taken off. It is kept for a while, so that it can be put back as it was.
  ended_at timestamptz,
  -- Per ticket, in the listing's own currency, at the moment of tracking.
  price_then_minor bigint not null check (price_then_minor > 0),
  -- The price and the tickets left that the account was told of last, or could see without being told.
  known_price_minor bigint not null check (known_price_minor > 0),
  known_stock integer not null check (known_stock >= 0),
  drop_told_at timestamptz,
  low_told_at timestamptz,
  -- Something would be told, had there not been a word of the same kind just now.
  is_waiting boolean not null default false,
  primary key (account_id, listing_id)
);
create index tracked_listings__by_listing on tracked_listings (listing_id) where ended_at is null;
create index tracked_listings__waiting on tracked_listings (listing_id) where is_waiting;

create table tracking_settings (
  account_id text primary key references accounts (id) on delete cascade,
  drop_live boolean not null,
  drop_mail boolean not null,
  low_live boolean not null,
  low_mail boolean not null,
  low_at_most integer not null check (low_at_most between 1 and 50)
);
