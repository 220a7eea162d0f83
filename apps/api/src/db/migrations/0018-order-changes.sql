-- Who changed the client, reference or internal note of an order, from what and to what.
create table order_changes (
  id bigint generated always as identity primary key,
  order_id text not null references orders (id),
  account_id text not null references accounts (id),
  field text not null check (field in ('client', 'reference', 'internal_note')),
  from_text text check (from_text <> ''),
  to_text text check (to_text <> ''),
  at timestamptz not null default clock_timestamp(),
  constraint order_changes__differ check (from_text is distinct from to_text)
);
create index order_changes__by_order on order_changes (order_id);
comment on table order_changes is 'Changes of what only the team sees of an order.';
comment on column order_changes.from_text is 'Null for none, as in to_text. A client''s name, also after the client was deleted.';
