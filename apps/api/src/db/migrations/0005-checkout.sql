-- Invariants: a hold is in at most one live attempt (`holds.attempt_id`); an order has one number and one paid attempt;
-- every ledger transaction sums to zero in each currency.
create table checkout_attempts (
  id text primary key check (id ~ '^att_'),
  team_id text not null references teams (id),
  account_id text not null references accounts (id),
  state text not null,
  gateway text not null,
  intent_id text,
  card_token text not null,
  next_action jsonb,
  failure jsonb,
  amount_minor bigint not null check (amount_minor > 0),
  tickets_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  email text not null,
  phone text not null,
  attendees jsonb not null default '[]',
  quote_slug text,
  idempotency_key text,
  body_hash bytea not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint checkout_attempts__key_once unique (team_id, idempotency_key)
);
create index checkout_attempts__open on checkout_attempts (updated_at)
  where state not in ('confirmed', 'declined', 'refunded', 'cancelled');

create table checkout_attempt_lines (
  attempt_id text not null references checkout_attempts (id),
  hold_id text not null references holds (id),
  listing_id text not null references listings (id),
  quantity integer not null check (quantity > 0),
  primary key (attempt_id, hold_id)
);

create sequence order_numbers start 100001;

create table orders (
  id text primary key check (id ~ '^ord_'),
  number text not null unique,
  team_id text not null references teams (id),
  account_id text not null references accounts (id),
  attempt_id text not null unique references checkout_attempts (id),
  tickets_minor bigint not null,
  fee_minor bigint not null,
  total_minor bigint not null,
  currency text not null,
  email text not null,
  phone text not null,
  placed_at timestamptz not null default clock_timestamp(),
  constraint orders__total_adds_up check (total_minor = tickets_minor + fee_minor)
);
create index orders__by_team on orders (team_id, placed_at desc);

create table order_lines (
  id text primary key check (id ~ '^oln_'),
  order_id text not null references orders (id),
  seller_team_id text not null references teams (id),
  listing_id text not null references listings (id),
  hold_id text not null unique references holds (id),
  event_id integer not null references events (id),
  quantity integer not null check (quantity > 0),
  price_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  seller_price_minor bigint not null,
  seller_currency text not null,
  state text not null check (state in ('confirmed', 'fulfilled', 'cancelled')),
  facts jsonb not null
);
create index order_lines__by_order on order_lines (order_id);

create table order_line_transitions (
  id bigint generated always as identity primary key,
  line_id text not null references order_lines (id),
  from_state text,
  to_state text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null default clock_timestamp()
);

create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sale', 'refund')),
  attempt_id text not null references checkout_attempts (id),
  order_id text references orders (id),
  at timestamptz not null default clock_timestamp(),
  constraint ledger_transactions__once unique (kind, attempt_id)
);

create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references ledger_transactions (id),
  account text not null,
  amount_minor bigint not null,
  currency text not null
);
create index ledger_entries__by_transaction on ledger_entries (transaction_id);
create index ledger_entries__by_account on ledger_entries (account, currency);

create function assert_ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from ledger_entries e where e.transaction_id = new.transaction_id
    group by e.currency having sum(e.amount_minor) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries__balance after insert or update on ledger_entries
  deferrable initially deferred for each row execute function assert_ledger_balances();
