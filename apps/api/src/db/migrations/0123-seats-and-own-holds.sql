-- Seats that are not adjacent, tickets by seat, in-hand days that follow the event, and the seller's own holds.
alter table listings
  add column seats integer[] check (cardinality(seats) between 1 and 10000),
  add column in_hand_days_before smallint check (in_hand_days_before between 0 and 365),
  add column own_hold_quantity integer check (own_hold_quantity > 0),
  add column own_hold_until timestamptz,
  add column own_hold_note text check (own_hold_note <> ''),
  add column own_hold_warned_until timestamptz;
alter table listings add constraint listings__own_hold_complete
  check ((own_hold_quantity is null) = (own_hold_until is null) and (own_hold_note is null or own_hold_until is not null)) not valid;
alter table listings validate constraint listings__own_hold_complete;
comment on column listings.seats is 'Every seat in ascending order, unless the seats from `first_seat` to `last_seat` are all of them: null.';
comment on column listings.in_hand_days_before is '`in_hand_date` is this many days before the event, and moves with it; null: a fixed date.';
comment on column listings.own_hold_quantity is 'Tickets that the seller keeps off the market until `own_hold_until`. Never more than are neither sold nor held by buyers, except after the quantity was lowered.';
comment on column listings.own_hold_warned_until is 'The `own_hold_until` about which the team was warned.';
comment on column listings.own_hold_note is 'Only the seller''s team sees it.';

create table listing_tickets (
  listing_id text not null,
  ordinal integer not null check (ordinal > 0),
  seat integer,
  event_id integer not null,
  state text not null default 'free' check (state in ('free', 'sold')),
  hold_id text,
  barcode_digest bytea,
  file_id text,
  primary key (listing_id, ordinal),
  constraint listing_tickets__sold_by_hold check ((state = 'sold') = (hold_id is not null))
) with (fillfactor = 80);
comment on table listing_tickets is 'Tickets of listings, one row per seat. A ticket that is neither sold nor has a barcode or file of its own has no row. Without foreign keys, which would lock the listing again: only functions that have locked it insert rows.';
comment on column listing_tickets.ordinal is 'From 1, in the order in which tickets are sold: by seat number from low to high.';
comment on column listing_tickets.seat is 'Null without seat numbers.';
comment on column listing_tickets.hold_id is 'The sold hold, and with it the order line.';
comment on column listing_tickets.barcode_digest is 'Keyed hash of the barcode.';
create unique index listing_tickets__barcode on listing_tickets (event_id, barcode_digest) where barcode_digest is not null;

create table listing_ticket_fill (
  is_only boolean primary key default true check (is_only),
  after_listing_id text not null default '',
  finished_at timestamptz
);
comment on table listing_ticket_fill is 'Single row: how far the job is that writes the tickets of sales from before listing_tickets.';
comment on column listing_ticket_fill.is_only is 'Always true: as primary key it allows one row.';
insert into listing_ticket_fill default values on conflict do nothing;

create table barcode_keys (
  is_only boolean primary key default true check (is_only),
  encrypted_key bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
comment on table barcode_keys is 'Single row: the encrypted key of the hashes of barcodes.';
comment on column barcode_keys.is_only is 'Always true: as primary key it allows one row.';
