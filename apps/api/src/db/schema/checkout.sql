-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- A lease keeps other processes away from an attempt until `lease_expires_at`; every stored step renews it for 30 seconds. It is free earlier, after 4 seconds, if its process stops sending heartbeats (function `lease_is_free`); the reconciler then continues. It can also expire during slow calls to the payment gateway: ADR 0004 says why two processes may act on one attempt.
create table checkout_attempts (
  id text primary key check (id ~ '^att_'),
  team_id text not null,
  account_id text not null,
  gateway text not null,
  -- The payment gateway's customer whose saved card pays, or is saved.
  customer_id text,
  card_token text not null,
  saves_card boolean not null default false,
  next_action jsonb,
  failure jsonb,
  amount_minor bigint not null check (amount_minor > 0),
  tickets_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  email text not null,
  phone text not null,
  quote_id text references quotes(id),
  -- While the payment runs, its holds do not expire before this time.
  holds_extended_until timestamptz not null,
  lease_owner text,
  created_at timestamptz not null default clock_timestamp(),
  reference text check (reference <> ''),
  internal_note text check (internal_note <> ''),
  -- May have been deleted since; the order takes it only if it still exists.
  client_id text,
  client_name text check (client_name <> ''),
  lease_expires_at timestamptz not null default '-infinity'::timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  -- packages/domain/src/lifecycles/attempt-lifecycle.ts says what each state means.
  state text not null,
  gateway_payment_id text,
  -- Whether the attempt can still change: the opposite of `isAttemptFinal` in packages/domain/src/lifecycles/attempt-lifecycle.ts.
  is_open boolean not null generated always as (state not in ('confirmed', 'declined', 'refunded', 'cancelled')) stored,
  -- `gateway_payment_id` again, for final attempts only; null while the attempt is open. It exists for its index, which finds final attempts by payment and needs no entry for each step of an open one.
  final_payment_id text generated always as ( case when (state in ('confirmed', 'declined', 'refunded', 'cancelled')) then gateway_payment_id else null::text end) stored,
  -- W3C trace context of the buyer's request, if it is recorded.
  traceparent text
) with (fillfactor=50);
create index checkout_attempts__by_final_payment on checkout_attempts (final_payment_id) where (final_payment_id is not null);
create index checkout_attempts__contacts_by_age on checkout_attempts (created_at) where ((not is_open) and (email <> 'erased@erased.invalid'));
create index checkout_attempts__open_by_team on checkout_attempts (team_id) where is_open;

-- Cards declined in the past day, in payments and while they were saved, for limits against trying out stolen cards.
create table payment_failures (
  -- The checkout attempt or, for a card that was being saved, the id of the gateway's setup with a suffix for the try.
  attempt_id text primary key,
  account_id text not null references accounts(id) on delete cascade,
  -- The network that limits count; null until it is known.
  ip_address text,
  -- Of the provider's fingerprint or token, never of the card's number.
  card_hash text not null,
  failed_at timestamptz not null default clock_timestamp()
);
create index payment_failures__by_account on payment_failures (account_id, failed_at);
create index payment_failures__by_address on payment_failures (ip_address, failed_at);
create index payment_failures__by_card on payment_failures (card_hash, failed_at);
create index payment_failures__by_time on payment_failures (failed_at);

-- The holds that an attempt pays. `listing_id` is the listing of the hold.
create table checkout_attempt_lines (
  attempt_id text not null,
  hold_id text not null,
  listing_id text not null,
  quantity integer not null check (quantity > 0),
  -- Encrypted while the attempt is open, then moved to the order line.
  attendees bytea,
  primary key (attempt_id, hold_id)
);
alter table checkout_attempt_lines alter column attendees set statistics 0;

-- Contact details that a team entered at checkout, encrypted.
create table checkout_contacts (
  team_id text primary key references teams(id),
  ciphertext bytea not null,
  updated_at timestamptz not null default clock_timestamp()
);
create index checkout_contacts__by_age on checkout_contacts (updated_at);

-- Attendees that a team entered for a listing, encrypted.
create table checkout_drafts (
  team_id text not null references teams(id),
  listing_id text not null references listings(id),
  ciphertext bytea not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (team_id, listing_id)
);

create table saved_people (
  id text primary key check (id ~ '^spn_'),
  team_id text not null references teams(id) on delete cascade,
  -- Name and contact details; never identity documents.
  encrypted_details bytea not null,
  created_at timestamptz not null,
  -- When the person was saved or last chosen. Deleted 12 months later.
  last_used_at timestamptz not null
);
create index saved_people__by_last_use on saved_people (last_used_at);
create index saved_people__by_team on saved_people (team_id);
