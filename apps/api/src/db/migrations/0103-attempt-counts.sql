create table payment_failures (
  attempt_id text primary key references checkout_attempts (id) on delete cascade,
  account_id text not null references accounts (id) on delete cascade,
  ip_address text,
  card_hash text not null,
  failed_at timestamptz not null default clock_timestamp()
);
comment on table payment_failures is 'Declined cards of the past day, for limits against trying out stolen cards.';
comment on column payment_failures.ip_address is 'The network that limits count; null until it is known.';
comment on column payment_failures.card_hash is 'Of the provider''s fingerprint or token, never of the card''s number.';
create index payment_failures__by_account on payment_failures (account_id, failed_at);
create index payment_failures__by_address on payment_failures (ip_address, failed_at);
create index payment_failures__by_card on payment_failures (card_hash, failed_at);
create index payment_failures__by_time on payment_failures (failed_at);

create table sign_up_counts (
  id bigint generated always as identity primary key,
  ip_address text not null,
  email_domain text,
  signed_up_at timestamptz not null default clock_timestamp()
);
comment on table sign_up_counts is 'Sign-ups of the past day, for limits per address and email domain.';
comment on column sign_up_counts.email_domain is 'Null for a common mail provider, whose addresses have nothing in common.';
create index sign_up_counts__by_address on sign_up_counts (ip_address, signed_up_at);
create index sign_up_counts__by_domain on sign_up_counts (email_domain, signed_up_at);
create index sign_up_counts__by_time on sign_up_counts (signed_up_at);
