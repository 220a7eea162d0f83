-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- The sandbox payment gateway's own data. It stands in for an external company, so no table outside its schema refers to it.
create table sandbox.installation (
  -- Always true: as primary key it allows one row.
  is_only boolean default true primary key check (is_only),
  secret_key text not null default ('sk_sandbox_' || replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-', '')),
  webhook_secret text not null default ('whsec_sandbox_' || replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-', ''))
);

create table sandbox.customers (
  id text primary key check (id ~ '^cus_'),
  name text not null,
  metadata jsonb not null default '{}',
  default_method text references sandbox.payment_methods(id),
  created_at timestamptz not null default clock_timestamp()
);

create table sandbox.payment_methods (
  id text primary key check (id ~ '^pm_[A-Za-z]'),
  customer_id text not null references sandbox.customers(id),
  -- Which published test card it is.
  test_card text not null check (test_card ~ '^pm_[A-Za-z]'),
  card_brand text not null,
  card_last4 text not null check (card_last4 ~ '^[0-9]{4}$'),
  exp_month integer not null,
  exp_year integer not null,
  attached_at timestamptz not null default clock_timestamp(),
  detached_at timestamptz
);
create index payment_methods__by_customer on sandbox.payment_methods (customer_id) where (detached_at is null);

create table sandbox.setups (
  id text primary key check (id ~ '^seti_'),
  secret text not null unique check (length(secret) >= 32),
  customer_id text not null references sandbox.customers(id),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'succeeded')),
  test_card text check (test_card ~ '^pm_[A-Za-z]'),
  payment_method text references sandbox.payment_methods(id),
  last_error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint setups__method_when_succeeded check ((status = 'succeeded') = (payment_method is not null))
);

-- Moves along the transitions of guard_intent() and never leaves `succeeded` or `canceled`. Only rows of captures and refunds change its amounts. No column can hold a card number.
create table sandbox.intents (
  id text primary key check (id ~ '^pi_'),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  amount bigint not null check (amount >= 1 and amount <= '99999999999'::bigint),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount_received bigint not null default 0,
  amount_refunded bigint not null default 0,
  description text not null,
  metadata jsonb not null default '{}',
  payment_method text check (payment_method ~ '^pm_[A-Za-z]'),
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  last_error jsonb,
  customer_id text references sandbox.customers(id),
  saves_card boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint intents__card_complete check (num_nulls(payment_method, card_brand, card_last4) in (0, 3)),
  constraint intents__card_when_confirmed check ((status in ('requires_payment_method', 'canceled')) or payment_method is not null),
  constraint intents__error_while_unpaid check (last_error is null or (status in ('requires_payment_method', 'canceled'))),
  constraint intents__received_when_captured check (amount_received = case when status = 'succeeded' then amount else 0::bigint end),
  constraint intents__refunds_within_capture check (amount_refunded >= 0 and amount_refunded <= amount_received),
  constraint intents__saved_card_has_customer check (not saves_card or customer_id is not null)
);

-- One attempt to take money from a card.
create table sandbox.charges (
  id text primary key check (id ~ '^ch_'),
  intent_id text not null references sandbox.intents(id),
  amount bigint not null check (amount > 0),
  payment_method text not null check (payment_method ~ '^pm_[A-Za-z]'),
  state text not null check (state in ('authorised', 'declined', 'captured', 'voided')),
  failure jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint charges__declined_has_failure check ((state = 'declined') = (failure is not null))
);
create index charges__by_intent on sandbox.charges (intent_id, created_at desc);
create unique index charges__one_live on sandbox.charges (intent_id) where (state in ('authorised', 'captured'));

create table sandbox.captures (
  id text primary key check (id ~ '^cap_'),
  intent_id text not null unique references sandbox.intents(id),
  charge_id text not null unique references sandbox.charges(id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp()
);

create table sandbox.refunds (
  id text primary key check (id ~ '^re_'),
  intent_id text not null references sandbox.intents(id),
  charge_id text not null references sandbox.charges(id),
  amount bigint not null check (amount > 0),
  metadata jsonb not null default '{}',
  initial_status text not null default 'succeeded' check (initial_status in ('pending', 'succeeded')),
  created_at timestamptz not null default clock_timestamp()
);
create index refunds__by_intent on sandbox.refunds (intent_id);

-- What the bank reports about a refund later. Append-only.
create table sandbox.refund_outcomes (
  refund_id text not null references sandbox.refunds(id),
  outcome text not null check (outcome in ('succeeded', 'failed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (refund_id, outcome)
);

-- A bank's 3-D Secure question; the secret answers it once.
create table sandbox.challenges (
  secret text primary key check (length(secret) >= 32),
  intent_id text references sandbox.intents(id),
  setup_id text references sandbox.setups(id),
  return_url text not null check (return_url ~ '^/([^/\\]|$)'),
  outcome text check (outcome in ('approved', 'failed', 'abandoned')),
  created_at timestamptz not null default clock_timestamp(),
  resolved_at timestamptz,
  constraint challenges__intent_or_setup check (num_nonnulls(intent_id, setup_id) = 1),
  constraint challenges__resolved_has_time check ((outcome is null) = (resolved_at is null))
);
create unique index challenges__one_open_per_intent on sandbox.challenges (intent_id) where (outcome is null);
create unique index challenges__one_open_per_setup on sandbox.challenges (setup_id) where (outcome is null);

create table sandbox.disputes (
  id text primary key check (id ~ '^dp_'),
  intent_id text not null unique references sandbox.intents(id),
  amount bigint not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null check (status in ('needs_response', 'won', 'lost')),
  created_at timestamptz not null default clock_timestamp()
);

-- Webhook events, each written with the change that it reports.
create table sandbox.events (
  id text primary key check (id ~ '^evt_'),
  type text not null,
  object jsonb not null,
  delivered_at timestamptz,
  attempt_count integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp()
);
create index events__due on sandbox.events (next_attempt_at) where (delivered_at is null);

-- The first response to each key, written in the transaction that has the effect.
create table sandbox.idempotency_keys (
  key text primary key check (length(key) >= 1 and length(key) <= 255),
  params_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default clock_timestamp()
);
