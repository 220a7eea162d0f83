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
  constraint listings__external_id_unique unique (seller_team_id, external_id),
  constraint listings__multiples_have_unit check (split_type <> 'Sell In Multiples' or multiple_sale_unit is not null),
  constraint listings__not_oversold check (sold <= quantity)
) with (fillfactor=80);
create index listings__by_event on listings (event_id, status);
create index listings__withdrawn_by_event on listings (event_id, section) where (status = 'withdrawn');

-- One row for each set of demo stock that was loaded completely.
create table demo_stock (
  name text primary key,
  seed text not null,
  listings integer not null,
  loaded_at timestamptz not null default clock_timestamp()
);
