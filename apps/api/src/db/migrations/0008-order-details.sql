-- The broker's own reference and notes on orders and holds, and the client that an order is for.
alter table holds add column internal_note text check (internal_note <> '');
comment on column holds.internal_note is 'For the team only.';

alter table checkout_attempts
  add column reference text check (reference <> ''),
  add column internal_note text check (internal_note <> ''),
  add column client_id text,
  add column client_name text check (client_name <> '');
comment on column checkout_attempts.client_id is 'May have been deleted since; the order takes it only if it still exists.';

alter table orders
  add column reference text check (reference <> ''),
  add column internal_note text check (internal_note <> ''),
  add column client_id text references clients (id) on delete set null,
  add column client_name text check (client_name <> '');
comment on column orders.reference is 'The broker''s own, such as a purchase order number.';
comment on column orders.internal_note is 'For the broker''s team only.';
comment on column orders.client_name is 'As typed or chosen at checkout; it stays when the client is changed or deleted.';
create index orders__by_client on orders (client_id) where (client_id is not null);

-- A name typed at checkout can be proposed for the client book, as one typed on a quote.
alter table client_proposals
  alter column quote_id drop not null,
  add column order_id text references orders (id) on delete cascade,
  add constraint client_proposals__one_origin check (num_nonnulls(quote_id, order_id) = 1);
create index client_proposals__by_order on client_proposals (order_id) where (order_id is not null);
comment on table client_proposals is
  'Names and addresses found on quotes and orders. They reach the client book only when someone in the team accepts them.';
