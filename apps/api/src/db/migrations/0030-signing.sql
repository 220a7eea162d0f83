-- Invariants: an envelope is one signed document; it is of one e-mail address and serves one sign-up. What happened to it
-- is written to an audit trail that nobody changes afterwards.
create table signings (
  id text primary key check (id ~ '^sgn_'),
  provider text not null check (provider in ('in-app', 'docusign')),
  -- Of the cookie that binds the sign-up to its browser; the cookie itself is not stored.
  nonce_hash bytea not null,
  channel text not null,
  name text not null,
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  address text not null,
  started_at timestamptz not null default clock_timestamp()
);
create index signings__by_nonce on signings (nonce_hash, started_at);
create index signings__by_email on signings (email_key, started_at);
create index signings__by_address on signings (address, started_at);

create table signed_envelopes (
  id text primary key,
  provider text not null check (provider in ('in-app', 'docusign')),
  -- Null where the provider tells no more than who signed.
  signing_id text constraint signed_envelopes__one_per_signing unique references signings (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  completed_at timestamptz not null default clock_timestamp(),
  claimed_at timestamptz
);
create index signed_envelopes__by_email on signed_envelopes (email_key, completed_at);

create table signing_audit (
  id bigint generated always as identity primary key,
  signing_id text,
  envelope_id text,
  event text not null check (event in ('opened', 'signed', 'claimed')),
  at timestamptz not null default clock_timestamp(),
  address text not null,
  user_agent text not null,
  facts jsonb not null
);
create index signing_audit__by_envelope on signing_audit (envelope_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger signing_audit__append_only before update or delete on signing_audit
  for each row execute function refuse_change();
create trigger signing_audit__not_truncated before truncate on signing_audit
  for each statement execute function refuse_change();
