-- Invariants: who attends stands nowhere in clear; a saved card belongs to one team, has one name at its provider and no number
-- here or anywhere; a team has at most one default card; an event of a provider is worked on once, however often it is told.

-- Who attends, sealed (product.md §12 "Safety"): with the attempt while it pays, then with the line of the order.
alter table checkout_attempts
  drop column attendees,
  -- Whose saved card pays, or is to be saved, in the words of the gateway.
  add column customer_id text,
  add column saves_card boolean not null default false;
alter table checkout_attempt_lines add column attendees bytea;
alter table order_lines add column attendees bytea;
create index order_lines__with_attendees on order_lines (event_id) where attendees is not null;

-- What a team has filled in at the checkout, sealed.
create table checkout_contacts (
  team_id text primary key references teams (id),
  sealed bytea not null,
  updated_at timestamptz not null default clock_timestamp()
);
create table checkout_drafts (
  team_id text not null references teams (id),
  listing_id text not null references listings (id),
  sealed bytea not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (team_id, listing_id)
);

create table card_customers (
  team_id text not null references teams (id),
  gateway text not null,
  customer_id text not null,
  primary key (team_id, gateway),
  constraint card_customers__one_team unique (gateway, customer_id)
);
create table card_setups (
  gateway text not null,
  setup_id text not null,
  team_id text not null references teams (id),
  makes_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (gateway, setup_id)
);
create table saved_cards (
  id text primary key check (id ~ '^crd_'),
  team_id text not null references teams (id),
  gateway text not null,
  method_id text not null check (method_id ~ '^pm_[A-Za-z0-9]'),
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month integer not null check (exp_month between 1 and 12),
  exp_year integer not null check (exp_year between 2000 and 2199),
  is_default boolean not null,
  saved_at timestamptz not null default clock_timestamp(),
  constraint saved_cards__one_name unique (gateway, method_id)
);
create unique index saved_cards__one_default on saved_cards (team_id, gateway) where is_default;
create index saved_cards__by_team on saved_cards (team_id);

create table payment_events (
  gateway text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null default clock_timestamp(),
  -- Null: it could not be dealt with yet, and is to be told again.
  done_at timestamptz,
  primary key (gateway, event_id)
);
create index payment_events__by_age on payment_events (received_at);

create index checkout_attempts__by_intent on checkout_attempts (intent_id);
create index checkout_attempts__open_of_team on checkout_attempts (team_id)
  where state not in ('confirmed', 'declined', 'refunded', 'cancelled');

create table payment_disputes (
  gateway text not null,
  dispute_id text not null,
  attempt_id text not null references checkout_attempts (id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  told_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (gateway, dispute_id)
);

-- The sandbox provider's own books again; see 0021-sandbox.sql.
alter table sandbox.installation
  add column webhook_secret text not null
    default 'whsec_sandbox_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');

create table sandbox.customers (
  id text primary key check (id ~ '^cus_'),
  name text not null,
  metadata jsonb not null default '{}',
  default_method text,
  created_at timestamptz not null default clock_timestamp()
);
-- A card that a customer has saved; `test_card` says which published card it is.
create table sandbox.payment_methods (
  id text primary key check (id ~ '^pm_[A-Za-z]'),
  customer_id text not null references sandbox.customers (id),
  test_card text not null check (test_card ~ '^pm_[A-Za-z]'),
  card_brand text not null,
  card_last4 text not null check (card_last4 ~ '^[0-9]{4}$'),
  exp_month integer not null,
  exp_year integer not null,
  attached_at timestamptz not null default clock_timestamp(),
  detached_at timestamptz
);
create index payment_methods__by_customer on sandbox.payment_methods (customer_id) where detached_at is null;
alter table sandbox.customers
  add constraint customers__default_known foreign key (default_method) references sandbox.payment_methods (id);

create table sandbox.setups (
  id text primary key check (id ~ '^seti_'),
  secret text not null unique check (length(secret) >= 32),
  customer_id text not null references sandbox.customers (id),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'succeeded')),
  test_card text check (test_card ~ '^pm_[A-Za-z]'),
  payment_method text references sandbox.payment_methods (id),
  last_error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint setups__saved_once_done check ((status = 'succeeded') = (payment_method is not null))
);

alter table sandbox.intents
  add column customer_id text references sandbox.customers (id),
  add column saves_card boolean not null default false,
  add constraint intents__saves_for_somebody check (not saves_card or customer_id is not null);

alter table sandbox.challenges
  alter column intent_id drop not null,
  add column setup_id text references sandbox.setups (id),
  add constraint challenges__of_one check (num_nonnulls(intent_id, setup_id) = 1);
create unique index challenges__one_open_of_setup on sandbox.challenges (setup_id) where outcome is null;

create table sandbox.disputes (
  id text primary key check (id ~ '^dp_'),
  intent_id text not null unique references sandbox.intents (id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null check (status in ('needs_response', 'won', 'lost')),
  created_at timestamptz not null default clock_timestamp()
);

-- What the shop is to be told, written with the change it tells of.
create table sandbox.events (
  id text primary key check (id ~ '^evt_'),
  type text not null,
  object jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  delivered_at timestamptz,
  tries integer not null default 0,
  next_try_at timestamptz not null default clock_timestamp()
);
create index events__due on sandbox.events (next_try_at) where delivered_at is null;
