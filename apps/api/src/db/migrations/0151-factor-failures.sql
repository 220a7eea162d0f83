create table factor_failures (
  id bigint generated always as identity primary key,
  account_id text not null references accounts (id) on delete cascade,
  counts_for text not null,
  failed_at timestamptz not null default clock_timestamp(),
  is_reported boolean not null default false
);
comment on table factor_failures is 'Wrong codes of second factors of the past day, and codes that are being checked.';
comment on column factor_failures.counts_for is 'Whose wait it makes longer: everyone''s, that of a known device, or that of a session.';
comment on column factor_failures.is_reported is 'Whether the owner got an email about it.';
create index factor_failures__by_account on factor_failures (account_id, failed_at);
create index factor_failures__by_time on factor_failures (failed_at);
