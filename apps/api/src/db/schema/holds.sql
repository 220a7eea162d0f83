-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- A hold belongs to a team. Prices are frozen when it is placed. Sold tickets plus open holds never exceed a listing's quantity.
create table holds (
  id text primary key check (id ~ '^hld_'),
  team_id text not null,
  created_by text not null,
  listing_id text not null references listings(id),
  event_id integer not null,
  quantity integer not null check (quantity > 0),
  -- Price per ticket in minor units of `seller_currency`, frozen when the hold is placed.
  seller_price_minor bigint not null,
  seller_currency text not null,
  -- Ticket price before the service fee, in minor units of `buyer_currency`: `seller_price_minor` times `rate`, rounded.
  ticket_price_minor bigint not null,
  buyer_currency text not null,
  -- Units of the buyer's currency for one unit of the seller's.
  rate numeric(20,10) not null,
  rate_date date,
  fee_bp integer not null,
  -- Id of the team's quote that the hold is for: `quotes.id`, without a foreign key, because quotes depend on holds and not the other way round.
  quote_ref text,
  -- The checkout attempt that pays or paid for the hold.
  attempt_id text,
  expires_at timestamptz not null,
  -- Until when the hold reserves stock: `expires_at`, or the end of the payment's hold extension if later.
  reserved_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  -- When a scheduled release of `release_quantity` tickets will take place, unless the team undoes it or a payment starts first. The tickets stay reserved until then. Not to be confused with `released_at`.
  release_at timestamptz,
  -- How many tickets `release_at` concerns.
  release_quantity integer,
  -- For the team only.
  internal_note text check (internal_note <> ''),
  -- Incremented when a part is released, and when a payment starts or ends. Checkout detects by it that the hold has changed since it was read; calendar files have it as `SEQUENCE`.
  revision integer not null default 0,
  -- `released`: ended without a sale. The team released it, it expired and a job cleaned it up, or nothing could be sold when its payment succeeded.
  state text not null check (state in ('active', 'paying', 'released', 'sold')),
  -- True in the states `active` and `paying`, even after `reserved_until`: a generated column cannot compare the time. It exists for partial indexes; call the function `hold_is_open` to find out whether a hold reserves stock.
  is_open boolean not null generated always as (state in ('active', 'paying')) stored,
  -- When `state` became `released`: the team released the hold, or nothing could be sold. Null for holds that expired, which ended at `reserved_until`, and for holds older than this column. Not to be confused with `release_at`.
  released_at timestamptz,
  -- False once a payment has started, and for holds that a client's acceptance placed: neither delays the next hold.
  counts_towards_cooldown boolean not null default true,
  constraint holds__paying_has_attempt check (state <> 'paying' or attempt_id is not null),
  constraint holds__reserved_until_expiry check (reserved_until >= expires_at),
  constraint holds__scheduled_release check ((release_at is null) = (release_quantity is null) and (release_at is null or state = 'active' and release_quantity >= 1 and release_quantity <= quantity))
) with (fillfactor=80);
create index holds__by_listing_and_team on holds (listing_id, team_id, created_at);
create index holds__by_release_at on holds (release_at) where (release_at is not null);
create index holds__open_by_expiry on holds (expires_at) where (is_open and (expires_at is not null));
create index holds__open_by_listing on holds (listing_id) where (is_open and (listing_id is not null));
create index holds__open_by_team on holds (team_id) where (is_open and (team_id is not null));
create index holds__released_by_age on holds (created_at) where (state = 'released');

-- Single row: expired holds have been announced up to this time. Its lock lets one process announce at a time.
create table hold_expiry_cursor (
  -- Always true: as primary key it allows one row.
  is_only boolean default true primary key check (is_only),
  announced_until timestamptz not null
);
