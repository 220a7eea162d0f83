-- The sandbox payment provider's own books (product.md §12), in a schema of their own: it stands in for a company that we
-- cannot see into, so nothing of Terrace refers to them and no transaction is shared.
--
-- Invariants: an intent moves only along the arrows below and never leaves succeeded or canceled; it has at most one live
-- charge, captured at most once and whole; refunds never exceed what was captured; amounts received and refunded are
-- moved by rows of captures and refunds alone, which are never changed. No column can hold a card number.
create schema sandbox;

create table sandbox.installation (
  only_row boolean primary key default true check (only_row),
  secret_key text not null default 'sk_sandbox_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
insert into sandbox.installation default values;

create table sandbox.intents (
  id text primary key check (id ~ '^pi_'),
  status text not null,
  amount bigint not null check (amount between 1 and 99999999999),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  amount_received bigint not null default 0,
  amount_refunded bigint not null default 0,
  description text not null,
  metadata jsonb not null default '{}',
  payment_method text check (payment_method ~ '^pm_[A-Za-z]'),
  card_brand text,
  card_last4 text check (card_last4 ~ '^[0-9]{4}$'),
  last_error jsonb,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint intents__status_known
    check (status in ('requires_payment_method', 'requires_action', 'requires_capture', 'succeeded', 'canceled')),
  constraint intents__received_once_captured
    check (amount_received = case when status = 'succeeded' then amount else 0 end),
  constraint intents__refunds_within_capture check (amount_refunded between 0 and amount_received),
  constraint intents__error_while_unpaid
    check (last_error is null or status in ('requires_payment_method', 'canceled')),
  constraint intents__card_whole
    check (num_nulls(payment_method, card_brand, card_last4) in (0, 3)),
  constraint intents__card_once_confirmed
    check (status in ('requires_payment_method', 'canceled') or payment_method is not null)
);

create function sandbox.guard_intent() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('requires_payment_method', 'requires_action'),
    ('requires_payment_method', 'requires_capture'),
    ('requires_payment_method', 'canceled'),
    ('requires_action', 'requires_payment_method'),
    ('requires_action', 'requires_capture'),
    ('requires_action', 'canceled'),
    ('requires_capture', 'succeeded'),
    ('requires_capture', 'canceled')
  ) then
    raise exception 'an intent does not go from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (old.id, old.amount, old.currency) is distinct from (new.id, new.amount, new.currency) then
    raise exception 'an intent keeps its amount' using errcode = 'check_violation';
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $$;
create trigger intents__moves before update on sandbox.intents for each row execute function sandbox.guard_intent();

-- One attempt to take money from a card.
create table sandbox.charges (
  id text primary key check (id ~ '^ch_'),
  intent_id text not null references sandbox.intents (id),
  amount bigint not null check (amount > 0),
  payment_method text not null check (payment_method ~ '^pm_[A-Za-z]'),
  state text not null check (state in ('authorised', 'declined', 'captured', 'voided')),
  failure jsonb,
  created_at timestamptz not null default clock_timestamp(),
  constraint charges__failure_says_why check ((state = 'declined') = (failure is not null))
);
create unique index charges__one_live on sandbox.charges (intent_id) where state in ('authorised', 'captured');
create index charges__by_intent on sandbox.charges (intent_id, created_at desc);

create table sandbox.captures (
  id text primary key check (id ~ '^cap_'),
  intent_id text not null unique references sandbox.intents (id),
  charge_id text not null unique references sandbox.charges (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp()
);

create table sandbox.refunds (
  id text primary key check (id ~ '^re_'),
  intent_id text not null references sandbox.intents (id),
  charge_id text not null references sandbox.charges (id),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null default clock_timestamp()
);
create index refunds__by_intent on sandbox.refunds (intent_id);

create function sandbox.book_capture() returns trigger language plpgsql as $$
begin
  update sandbox.charges set state = 'captured' where id = new.charge_id and amount = new.amount and state = 'authorised';
  if not found then
    raise exception 'only an authorised charge is captured, and whole' using errcode = 'check_violation';
  end if;
  update sandbox.intents set status = 'succeeded', amount_received = new.amount where id = new.intent_id;
  return new;
end $$;
create trigger captures__booked after insert on sandbox.captures
  for each row execute function sandbox.book_capture();

create function sandbox.book_refund() returns trigger language plpgsql as $$
begin
  update sandbox.intents set amount_refunded = amount_refunded + new.amount where id = new.intent_id;
  return new;
end $$;
create trigger refunds__booked after insert on sandbox.refunds
  for each row execute function sandbox.book_refund();

create function sandbox.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is written once', tg_table_name using errcode = 'check_violation';
end $$;
create trigger captures__written_once before update or delete on sandbox.captures
  for each row execute function sandbox.refuse_change();
create trigger refunds__written_once before update or delete on sandbox.refunds
  for each row execute function sandbox.refuse_change();

-- What the buyer's bank asks (3-D Secure); whoever knows the secret may answer, once.
create table sandbox.challenges (
  secret text primary key check (length(secret) >= 32),
  intent_id text not null references sandbox.intents (id),
  return_url text not null check (return_url ~ '^/([^/\\]|$)'),
  outcome text check (outcome in ('approved', 'failed', 'abandoned')),
  created_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz,
  constraint challenges__answered_at_once check ((outcome is null) = (answered_at is null))
);
create unique index challenges__one_open on sandbox.challenges (intent_id) where outcome is null;

-- The first answer to each key. It is written in the transaction that has the effect, so there is never one without
-- the other, and a duplicate in flight waits on the primary key.
create table sandbox.idempotency_keys (
  key text primary key check (length(key) between 1 and 255),
  params_hash bytea not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default clock_timestamp()
);
