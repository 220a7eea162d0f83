/**
 * The tables of the sandbox. Amounts are minor units, times are milliseconds since 1970, and JSON is text. No column can
 * hold a card number.
 */
export const schema = `
create table if not exists customers (
  id text primary key check (id glob 'cus_*'),
  name text not null,
  metadata text not null,
  default_method text references payment_methods (id)
) strict;

create table if not exists payment_methods (
  id text primary key check (id glob 'pm_[A-Za-z]*'),
  customer_id text not null references customers (id),
  -- Which published test card it is.
  test_card text not null check (test_card glob 'pm_[A-Za-z]*'),
  brand text not null,
  last4 text not null check (last4 glob '[0-9][0-9][0-9][0-9]'),
  exp_month integer not null,
  exp_year integer not null,
  attached_at integer not null,
  detached_at integer
) strict;
create index if not exists payment_methods__by_customer on payment_methods (customer_id) where detached_at is null;

create table if not exists setups (
  id text primary key check (id glob 'seti_*'),
  secret text not null unique,
  customer_id text not null references customers (id),
  status text not null check (status in ('requires_payment_method', 'requires_action', 'succeeded')),
  test_card text check (test_card glob 'pm_[A-Za-z]*'),
  payment_method text references payment_methods (id),
  last_error text,
  created_at integer not null,
  constraint setups__method_when_succeeded check ((status = 'succeeded') = (payment_method is not null))
) strict;

create table if not exists intents (
  id text primary key check (id glob 'pi_*'),
  status text not null check (
    status in ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  amount integer not null check (amount between 1 and 99999999999),
  currency text not null check (currency glob '[a-z][a-z][a-z]'),
  amount_received integer not null default 0,
  amount_refunded integer not null default 0,
  description text not null,
  metadata text not null,
  customer_id text references customers (id),
  saves_card integer not null check (saves_card in (0, 1)),
  payment_method text check (payment_method glob 'pm_[A-Za-z]*'),
  card_brand text,
  card_last4 text check (card_last4 glob '[0-9][0-9][0-9][0-9]'),
  last_error text,
  created_at integer not null,
  constraint intents__card_when_confirmed check (
    status in ('requires_payment_method', 'canceled') or (payment_method is not null and card_last4 is not null)),
  constraint intents__received_when_captured check (
    amount_received = case when status = 'succeeded' then amount else 0 end),
  constraint intents__refunds_within_capture check (amount_refunded between 0 and amount_received)
) strict;

-- An intent keeps its amount, and never leaves its last state.
create trigger if not exists intents__final before update on intents
when (old.amount, old.currency) is not (new.amount, new.currency)
  or (old.status in ('succeeded', 'canceled') and old.status <> new.status)
begin
  select raise(abort, 'the amount and the last state of an intent cannot change');
end;

create table if not exists refunds (
  id text primary key check (id glob 're_*'),
  intent_id text not null references intents (id),
  amount integer not null check (amount > 0),
  metadata text not null,
  -- A succeeded refund may still be returned by the bank.
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  -- 0 for refunds of stores that are older than this column.
  created_at integer not null default 0
) strict;
create index if not exists refunds__by_intent on refunds (intent_id);

-- A bank's 3-D Secure challenge; the secret completes it once.
create table if not exists challenges (
  secret text primary key,
  -- The payment, or the card being saved.
  subject_id text not null,
  return_url text not null check (return_url glob '/*'),
  is_completed integer not null default 0 check (is_completed in (0, 1))
) strict;
create unique index if not exists challenges__one_open on challenges (subject_id) where is_completed = 0;

create table if not exists disputes (
  id text primary key check (id glob 'dp_*'),
  intent_id text not null unique references intents (id),
  amount integer not null check (amount > 0),
  currency text not null,
  reason text not null,
  status text not null check (status in ('needs_response', 'won', 'lost')),
  created_at integer not null
) strict;

-- Webhook events, each written with the change that it reports.
create table if not exists events (
  id text primary key check (id glob 'evt_*'),
  type text not null,
  object text not null,
  delivered_at integer,
  attempt_count integer not null default 0,
  next_attempt_at integer not null,
  created_at integer not null
) strict;
create index if not exists events__due on events (next_attempt_at) where delivered_at is null;

-- The first response to each key, written in the transaction that has the effect.
create table if not exists idempotency_keys (
  key text primary key,
  call_hash text not null,
  status integer not null,
  body text not null,
  created_at integer not null
) strict;
`
