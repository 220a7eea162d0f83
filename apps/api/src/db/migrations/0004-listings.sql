-- Invariants: never more sold than there is; a listing's `version` grows with every change of what a buyer sees of it,
-- its holds included.
create table listings (
  id text primary key check (id ~ '^lst_'),
  event_id integer not null references events (id),
  seller_team_id text not null references teams (id),
  external_id text,
  category_id integer not null references seating_categories (id),
  section text not null,
  "row" text not null default '',
  first_seat integer,
  last_seat integer,
  seats_hidden boolean not null default false,
  general_admission boolean not null default false,
  ticket_type text not null check (ticket_type in ('eTicket', 'mobile', 'mobile-link', 'paper', 'local-delivery', 'season-cards')),
  split_type text not null check (split_type in
    ('No Preferences', 'Single Tickets', 'Single Seats', 'All Together', 'Avoid Leaving One Ticket', 'Sell In Multiples')),
  quantity_limit integer check (quantity_limit > 0),
  multiple_sale_unit integer check (multiple_sale_unit > 0),
  quantity integer not null check (quantity > 0),
  sold integer not null default 0 check (sold >= 0),
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
  constraint listings__never_oversold check (sold <= quantity),
  constraint listings__multiples_have_a_unit check (split_type <> 'Sell In Multiples' or multiple_sale_unit is not null),
  constraint listings__external_id_once unique (seller_team_id, external_id)
);
create index listings__by_event on listings (event_id) where status = 'active';

-- A hold is the team's. `reserved_until` is the moment until which it takes stock away: its `expires_at`, or the end of
-- the payment lease where a payment runs. Money is frozen at the moment of holding.
create table holds (
  id text primary key check (id ~ '^hld_'),
  team_id text not null references teams (id),
  created_by text not null references accounts (id),
  listing_id text not null references listings (id),
  event_id integer not null references events (id),
  quantity integer not null check (quantity > 0),
  state text not null check (state in ('active', 'paying', 'released', 'sold')),
  seller_minor bigint not null,
  seller_currency text not null,
  buyer_minor bigint not null,
  buyer_currency text not null,
  rate numeric(20, 10) not null,
  rate_date date,
  fee_bp integer not null,
  quote_ref text,
  attempt_id text,
  expires_at timestamptz not null,
  reserved_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint holds__paying_has_an_attempt check (state <> 'paying' or attempt_id is not null)
);
create index holds__open_by_listing on holds (listing_id) where state in ('active', 'paying');
create index holds__open_by_team on holds (team_id) where state in ('active', 'paying');
create index holds__by_attempt on holds (attempt_id) where attempt_id is not null;

-- The one answer to "how many may still be taken": the feed, the lock path and the seller's side all read it here. An
-- expired hold is free at once, whether or not a sweeper has run.
create function listing_availability(ids text[], as_of timestamptz)
  returns table (listing_id text, available integer)
  language sql stable as $$
  select l.id,
    (case when l.status = 'active' then l.quantity - l.sold - coalesce(h.held, 0) else 0 end)::integer
  from listings l
  left join (
    select o.listing_id, sum(o.quantity) as held
    from holds o
    where o.listing_id = any(ids) and o.state in ('active', 'paying') and o.reserved_until > as_of
    group by o.listing_id
  ) h on h.listing_id = l.id
  where l.id = any(ids)
$$;
