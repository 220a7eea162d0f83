-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

create table card_customers (
  team_id text not null references teams(id),
  gateway text not null,
  customer_id text not null,
  primary key (team_id, gateway),
  constraint card_customers__customer_unique unique (gateway, customer_id)
);

create table card_setups (
  gateway text not null,
  setup_id text not null,
  team_id text not null references teams(id),
  makes_default boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (gateway, setup_id)
);
create index card_setups__by_age on card_setups (created_at);

-- A saved card belongs to one team and has no card number here. A team has at most one default card per gateway.
create table saved_cards (
  id text primary key check (id ~ '^crd_'),
  team_id text not null references teams(id),
  gateway text not null,
  method_id text not null check (method_id ~ '^pm_[A-Za-z0-9]'),
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month integer not null check (exp_month >= 1 and exp_month <= 12),
  exp_year integer not null check (exp_year >= 2000 and exp_year <= 2199),
  is_default boolean not null,
  saved_at timestamptz not null default clock_timestamp(),
  constraint saved_cards__method_unique unique (gateway, method_id)
);
create index saved_cards__by_team on saved_cards (team_id);
create unique index saved_cards__one_default on saved_cards (team_id, gateway) where is_default;

-- Events of a payment gateway, each processed once however often it is delivered.
create table payment_events (
  gateway text not null,
  event_id text not null,
  type text not null,
  received_at timestamptz not null default clock_timestamp(),
  -- Null while processing has failed and the gateway should deliver the event again.
  processed_at timestamptz,
  primary key (gateway, event_id)
);
create index payment_events__by_age on payment_events (received_at);

create table payment_disputes (
  gateway text not null,
  dispute_id text not null,
  attempt_id text not null references checkout_attempts(id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  reason text not null,
  state text not null check (state in ('open', 'won', 'lost')),
  -- Until when the gateway accepts a response; null where it expects none.
  respond_by timestamptz,
  -- What the gateway has withdrawn for the dispute and not returned.
  withheld_minor bigint not null default 0,
  -- How often the gateway has moved money for the dispute.
  movement_count integer not null default 0 check (movement_count >= 0),
  notified_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (gateway, dispute_id)
);
create index payment_disputes__by_attempt on payment_disputes (attempt_id);
