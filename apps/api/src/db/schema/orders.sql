-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- An order has one number and one paid attempt. Each order is in exactly one of the indexes orders__listed and orders__listed_long.
create table orders (
  id text primary key check (id ~ '^ord_'),
  number text not null unique,
  team_id text not null,
  account_id text not null,
  attempt_id text not null unique references checkout_attempts(id),
  -- Derived from the lines by a trigger, as `orderState()` in packages/domain does.
  state text not null default 'confirmed' check (state in ('confirmed', 'delivered', 'cancelled')),
  tickets_minor bigint not null,
  fee_minor bigint not null,
  total_minor bigint not null,
  currency text not null,
  gateway text not null,
  gateway_payment_id text not null,
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  email text not null,
  phone text not null,
  -- The searchable text in lower case without accents, written with the order.
  search_text text not null default '',
  -- The local days of its events.
  event_days date[] not null default '{}',
  -- Whether search text or days are too long for the entries of orders__listed, which hold about 2,700 bytes.
  is_long boolean not null generated always as ((octet_length(search_text) > 2000) or (cardinality(event_days) > 50)) stored,
  -- The quote that the order was placed from; null again after the order was reversed.
  quote_id text references quotes(id),
  quote_title text,
  placed_at timestamptz not null default clock_timestamp(),
  -- The broker's own, such as a purchase order number.
  reference text check (reference <> ''),
  -- For the broker's team only.
  internal_note text check (internal_note <> ''),
  client_id text references clients(id) on delete set null,
  -- As typed or chosen at checkout; it stays when the client is changed or deleted.
  client_name text check (client_name <> ''),
  constraint orders__quote_has_title check ((quote_id is null) = (quote_title is null)),
  constraint orders__total_adds_up check (total_minor = (tickets_minor + fee_minor))
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
create index orders__by_client on orders (client_id) where (client_id is not null);
create index orders__by_team on orders (team_id);
create index orders__listed on orders (team_id, placed_at desc, id) include (state, event_days, search_text) where (not is_long);
create index orders__listed_long on orders (team_id, placed_at desc, id) where is_long;
create index orders__named_by_age on orders (placed_at) where (email <> 'erased@erased.invalid');
create index orders__undelivered on orders (team_id) where (state = 'confirmed');

create table order_lines (
  id text primary key check (id ~ '^oln_'),
  order_id text not null references orders(id),
  seller_team_id text not null,
  listing_id text not null,
  hold_id text not null unique,
  event_id integer not null,
  quantity integer not null check (quantity > 0),
  price_minor bigint not null,
  fee_minor bigint not null,
  currency text not null,
  seller_price_minor bigint not null,
  seller_currency text not null,
  state text not null check (state in ('confirmed', 'delivered', 'cancelled')),
  -- Event, listing and seats as they were at the purchase.
  snapshot jsonb not null,
  -- Encrypted.
  attendees bytea
);
create index order_lines__by_listing on order_lines (listing_id);
create index order_lines__by_order on order_lines (order_id);
create index order_lines__to_deliver_by_seller on order_lines (seller_team_id) where (state = 'confirmed');
create index order_lines__with_attendees on order_lines (event_id) where (attendees is not null);
alter table order_lines alter column snapshot set statistics 0, alter column attendees set statistics 0;

-- Status changes of a line after its purchase, which is a fact of the order: `confirmed`, by its account, at `placed_at`.
create table order_line_transitions (
  id bigint generated always as identity,
  line_id text not null references order_lines(id),
  from_state text not null,
  to_state text not null,
  actor text not null,
  reason text not null,
  at timestamptz not null default clock_timestamp(),
  primary key (line_id, id)
);

-- Changes of what only the team sees of an order.
create table order_changes (
  id bigint generated always as identity primary key,
  order_id text not null references orders(id),
  account_id text not null references accounts(id),
  field text not null check (field in ('client', 'reference', 'internal_note')),
  -- Null for none, as in to_text. A client's name, also after the client was deleted.
  from_text text check (from_text <> ''),
  to_text text check (to_text <> ''),
  at timestamptz not null default clock_timestamp(),
  constraint order_changes__differ check (from_text is distinct FROM to_text)
);
create index order_changes__by_order on order_changes (order_id);

-- A line is refunded at most once. The gateway is asked until it reports an outcome; a failed refund is retried in a new round or paid manually.
create table order_refunds (
  id text primary key check (id ~ '^rfd_'),
  line_id text not null unique references order_lines(id),
  order_id text not null references orders(id),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  state text not null default 'pending' check (state in ('pending', 'succeeded', 'failed')),
  -- Part of the idempotency key: a gateway repeats the failure that it once returned for a key.
  round integer not null default 1 check (round > 0),
  -- The gateway's id, once it has one.
  gateway_refund_id text,
  -- How the money was returned outside the gateway.
  manual_payment_note text check (manual_payment_note <> ''),
  requested_at timestamptz not null default clock_timestamp(),
  -- Not retried before this time; each attempt moves it on.
  next_attempt_at timestamptz not null default clock_timestamp(),
  attempt_count integer not null default 0,
  refunded_at timestamptz,
  -- W3C trace context of the request that cancelled the line, if it is recorded.
  traceparent text default NULLIF(current_setting('terrace.traceparent', true), ''),
  constraint order_refunds__manual_payment_succeeded check (manual_payment_note is null or state = 'succeeded'),
  constraint order_refunds__succeeded_has_time check ((state = 'succeeded') = (refunded_at is not null))
);
create index order_refunds__by_gateway_refund on order_refunds (gateway_refund_id);
create index order_refunds__by_order on order_refunds (order_id);
create index order_refunds__pending on order_refunds (next_attempt_at) where (state = 'pending');
create index order_refunds__succeeded on order_refunds (refunded_at) where (state = 'succeeded');

create table invoices (
  order_id text primary key references orders(id),
  -- The name of the company that issued it; each has numbers of its own.
  issuer text not null,
  number bigint not null check (number > 0),
  -- Prefix, address, tax number and tax of the issuer when the invoice was issued.
  issuer_details jsonb not null,
  issued_at timestamptz not null default clock_timestamp(),
  -- Name, address and tax number of the buying team when the invoice was issued. Null: issued by an earlier release, or erased.
  customer_details jsonb,
  unique (issuer, number)
);

-- Deliveries, not single tickets: what a seller delivered, a file, a link or a reference, for one ticket of a line or for all of them.
create table tickets (
  id text primary key check (id ~ '^tkt_'),
  line_id text not null references order_lines(id),
  -- Which ticket of the line, from 1; null for all of them.
  ticket_number integer check (ticket_number > 0),
  kind text not null check (kind in ('file', 'mobile_link', 'transfer', 'tracking')),
  file_name text,
  content_type text,
  size integer check (size > 0),
  -- The file's name in the file store.
  storage_key text unique,
  url text,
  reference text,
  delivered_by text not null,
  delivered_at timestamptz not null default clock_timestamp(),
  downloads integer not null default 0,
  downloaded_at timestamptz,
  constraint tickets__fields_match_kind check ( case kind when 'file' then num_nonnulls(file_name, content_type, size, storage_key) = 4 and num_nonnulls(url, reference) = 0 when 'mobile_link' then url is not null and num_nonnulls(reference, file_name, content_type, size, storage_key) = 0 else reference is not null and num_nonnulls(url, file_name, content_type, size, storage_key) = 0 end)
);
create unique index tickets__ticket_number_unique on tickets (line_id, coalesce(ticket_number, 0));

-- Short-lived download links. Only the hash of a link's token is stored.
create table ticket_download_links (
  token_hash bytea primary key,
  ticket_id text not null references tickets(id),
  account_id text not null references accounts(id),
  expires_at timestamptz not null
);
create index ticket_download_links__by_expiry on ticket_download_links (expires_at);

create table issue_reports (
  id text primary key check (id ~ '^rep_'),
  line_id text not null references order_lines(id),
  account_id text not null references accounts(id),
  kind text not null,
  text text not null,
  reported_at timestamptz not null default clock_timestamp()
);
create index issue_reports__by_line on issue_reports (line_id, reported_at);
