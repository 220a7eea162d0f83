-- Invoices, numbered without gaps for each issuer.
create table invoices (
  order_id text primary key references orders(id),
  issuer text not null,
  number bigint not null check (number > 0),
  issuer_details jsonb not null,
  issued_at timestamptz not null default clock_timestamp(),
  unique (issuer, number)
);
comment on column invoices.issuer is 'The name of the company that issued it; each has numbers of its own.';
comment on column invoices.issuer_details is
  'Prefix, address, tax number and tax of the issuer when the invoice was issued.';
