-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Never sells more than it has. `version` grows with every change that a buyer can see, holds included.
create table listings (
  id text primary key check (id ~ '^lst_'),
  event_id integer not null references catalogue_events(id),
  seller_team_id text not null references teams(id),
  external_id text,
  category_id integer not null references seating_categories(id),
  section text not null,
  "row" text not null default '',
  first_seat integer,
  last_seat integer,
  seats_hidden boolean not null default false,
  general_admission boolean not null default false,
  -- The delivery type: how the tickets are delivered.
  ticket_type text not null check (ticket_type in ('eTicket', 'mobile', 'mobile-link', 'paper', 'local-delivery', 'season-cards')),
  split_type text not null check (split_type in ('No Preferences', 'Single Tickets', 'Single Seats', 'All Together', 'Avoid Leaving One Ticket', 'Sell In Multiples')),
  quantity_limit integer check (quantity_limit > 0),
  multiple_sale_unit integer check (multiple_sale_unit > 0),
  quantity integer not null check (quantity > 0),
  price_minor bigint not null check (price_minor > 0),
  currency text not null,
  face_value_minor bigint check (face_value_minor > 0),
  in_hand_date date not null,
  instant_download boolean not null default false,
  hospitality boolean not null default false,
  attendee_delivery_details_required boolean not null default false,
  attendee_identification_details_required boolean not null default false,
  notes jsonb not null default '[]',
  status text not null default 'active' check (status in ('active', 'withdrawn')),
  is_demo boolean not null default false,
  version bigint not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  sold integer not null default 0 check (sold >= 0),
  -- Seat numbers of the sold tickets, those of cancelled ones too until they are back on sale. Empty without seat numbers.
  sold_seats int4multirange not null default '{}'::int4multirange,
  -- What the seller paid per ticket. Only the seller's team sees it, like `floor_minor`, `internal_notes` and `tags`.
  cost_minor bigint check (cost_minor >= 0),
  -- Edits and price rules never set a lower price.
  floor_minor bigint check (floor_minor > 0),
  -- How many tickets buyers see at most; null: all.
  shown_quantity integer check (shown_quantity > 0),
  -- The seller's own list of quantities, which restricts what the split type allows; null: no list.
  split_quantities integer[] check (cardinality(split_quantities) >= 1 and cardinality(split_quantities) <= 50 and (0 < all (split_quantities))),
  internal_notes text check (internal_notes <> ''),
  tags text[] not null default '{}',
  -- Grows with every change by the seller. Unlike `version`, holds and sales leave it as it is.
  revision integer not null default 1,
  -- Every seat in ascending order, unless the seats from `first_seat` to `last_seat` are all of them: null.
  seats integer[] check (cardinality(seats) >= 1 and cardinality(seats) <= 10000),
  -- `in_hand_date` is this many days before the event, and moves with it; null: a fixed date.
  in_hand_days_before smallint check (in_hand_days_before >= 0 and in_hand_days_before <= 365),
  -- Tickets that the seller keeps off the market until `own_hold_until`. Never more than are neither sold nor held by buyers, except after the quantity was lowered.
  own_hold_quantity integer check (own_hold_quantity > 0),
  own_hold_until timestamptz,
  -- Only the seller's team sees it.
  own_hold_note text check (own_hold_note <> ''),
  -- The `own_hold_until` about which the team was warned.
  own_hold_warned_until timestamptz,
  constraint listings__external_id_unique unique (seller_team_id, external_id),
  constraint listings__multiples_have_unit check (split_type <> 'Sell In Multiples' or multiple_sale_unit is not null),
  constraint listings__not_oversold check (sold <= quantity),
  constraint listings__own_hold_complete check ((own_hold_quantity is null) = (own_hold_until is null) and (own_hold_note is null or own_hold_until is not null))
) with (fillfactor=80);
create index listings__active_by_section on listings (event_id, section) where (status = 'active');
create index listings__active_by_seller on listings (seller_team_id, event_id) where (status = 'active');
create index listings__by_event on listings (event_id, status);
create index listings__by_place on listings (event_id, section, "row");
create index listings__by_seller on listings (seller_team_id, event_id);
create index listings__own_hold_until on listings (own_hold_until) where (own_hold_until is not null);
create index listings__withdrawn_by_event on listings (event_id, section) where (status = 'withdrawn');

-- Tickets of listings, one row per seat. A ticket that is neither sold nor has a barcode or file of its own has no row. Without foreign keys, which would lock the listing again: only functions that have locked it insert rows.
create table listing_tickets (
  listing_id text not null,
  -- From 1, in the order in which tickets are sold: by seat number from low to high.
  ordinal integer not null check (ordinal > 0),
  -- Null without seat numbers.
  seat integer,
  event_id integer not null,
  -- `free`: not sold. Unrelated to `free` of listing_stock, which also leaves out held tickets.
  state text not null default 'free' check (state in ('free', 'sold')),
  -- The sold hold, and with it the order line.
  hold_id text,
  -- Keyed hash of the barcode.
  barcode_digest bytea,
  -- The delivery (`tickets`) whose file is for this seat alone.
  file_id text,
  primary key (listing_id, ordinal),
  constraint listing_tickets__sold_by_hold check ((state = 'sold') = (hold_id is not null))
) with (fillfactor=80);
create unique index listing_tickets__barcode on listing_tickets (event_id, barcode_digest) where (barcode_digest is not null);

-- Single row: how far the job is that writes the tickets of sales from before listing_tickets.
create table listing_ticket_fill (
  -- Always true: as primary key it allows one row.
  is_only boolean default true primary key check (is_only),
  after_listing_id text not null default '',
  finished_at timestamptz
);

-- Single row: the encrypted key of the hashes of barcodes.
create table barcode_keys (
  -- Always true: as primary key it allows one row.
  is_only boolean default true primary key check (is_only),
  encrypted_key bytea not null,
  created_at timestamptz not null default clock_timestamp()
);

-- One row for each set of demo stock that was loaded completely.
create table demo_stock (
  name text primary key,
  seed text not null,
  listings integer not null,
  loaded_at timestamptz not null default clock_timestamp()
);

-- The history of each listing, as its seller sees it.
create table listing_changes (
  id bigint generated always as identity primary key,
  listing_id text not null references listings(id),
  at timestamptz not null default clock_timestamp(),
  kind text not null check (kind in ('created', 'changed', 'published', 'unpublished')),
  source text not null check (source in ('hand', 'file', 'rule', 'operator')),
  -- The member who made the change; null for the other sources.
  account_id text references accounts(id),
  -- Without a foreign key: bulk edits are deleted earlier.
  bulk_edit_id text,
  is_undo boolean not null default false,
  -- The changed fields by column of `listings`, with their values from before; `after` has the new ones.
  before jsonb not null,
  after jsonb not null
);
create index listing_changes__by_account on listing_changes (account_id) where (account_id is not null);
create index listing_changes__by_age on listing_changes (at);
create index listing_changes__by_listing on listing_changes (listing_id, id);
create index listing_changes__prices on listing_changes (listing_id, id) where ((source <> 'rule') and (after ? 'price_minor'));

-- Changes of many listings by one member: previewed, applied, perhaps undone.
create table bulk_edits (
  id text primary key check (id ~ '^ble_'),
  team_id text not null references teams(id),
  account_id text not null references accounts(id),
  created_at timestamptz not null default clock_timestamp(),
  change jsonb not null,
  state text not null default 'previewed' check (state in ('previewed', 'applying', 'applied', 'undoing', 'undone')),
  applying_at timestamptz,
  applied_at timestamptz,
  undoing_at timestamptz,
  constraint bulk_edits__state_has_time check ((state = 'previewed' or applying_at is not null) and ((state not in ('applied', 'undoing', 'undone')) or applied_at is not null) and ((state not in ('undoing', 'undone')) or undoing_at is not null))
);
create index bulk_edits__by_account on bulk_edits (account_id);
create index bulk_edits__by_age on bulk_edits (created_at);
create index bulk_edits__by_team on bulk_edits (team_id, created_at);

-- One row per selected listing.
create table bulk_edit_rows (
  bulk_edit_id text not null references bulk_edits(id) on delete cascade,
  position integer not null,
  listing_id text not null,
  -- Of the listing when it was previewed; a listing with another one is skipped.
  revision integer not null,
  -- The fields that change, by column of `listings`, with their values from before; `after` has the new ones. Both are empty for a listing that stays as it is.
  before jsonb not null,
  after jsonb not null,
  uses_floor boolean not null default false,
  problem text,
  result text not null default 'pending' check (result in ('pending', 'applied', 'skipped', 'undone', 'undo_skipped')),
  -- Of the listing once the change was applied; one with a later change is not undone.
  applied_revision integer,
  created_at timestamptz not null default clock_timestamp(),
  primary key (bulk_edit_id, "position")
);
create index bulk_edit_rows__by_age on bulk_edit_rows (created_at);
create unique index bulk_edit_rows__by_listing on bulk_edit_rows (bulk_edit_id, listing_id);

-- Rules about the resale of tickets, of the data file that was imported. Off until an operator switches them on.
create table resale_rules (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  kind text not null check (kind in ('forbidden', 'authorised_only', 'price_cap')),
  -- Slug of the competition; null: every event of the country.
  competition text,
  -- Of the venue; null: every country.
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  -- Highest price, in percent of the face value.
  cap_percent integer check (cap_percent >= 1 and cap_percent <= 1000),
  -- Why a listing is refused, for its seller.
  reason text not null check (reason <> ''),
  -- For the operator: the source, and what counsel must confirm.
  note text not null,
  is_on boolean not null default false,
  switched_at timestamptz,
  constraint resale_rules__cap_has_percent check ((kind = 'price_cap') = (cap_percent is not null)),
  constraint resale_rules__has_scope check (competition is not null or country_code is not null)
);

-- Teams to which a rule `authorised_only` does not apply.
create table resale_authorisations (
  rule_id text not null references resale_rules(id),
  team_id text not null references teams(id),
  created_at timestamptz not null default clock_timestamp(),
  primary key (rule_id, team_id)
);
create index resale_authorisations__by_team on resale_authorisations (team_id);
