-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- One started signature. The cookie that binds it to the browser is stored as a hash only.
create table signings (
  id text primary key check (id ~ '^sgn_'),
  provider text not null check (provider in ('in-app', 'docusign')),
  nonce_hash bytea not null,
  channel text not null,
  name text not null,
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  ip_address text not null,
  started_at timestamptz not null default clock_timestamp()
);
create index signings__by_age on signings (started_at);
create index signings__by_email on signings (email_key, started_at);
create index signings__by_ip_address on signings (ip_address, started_at);
create index signings__by_nonce on signings (nonce_hash, started_at);

-- An envelope is one signed document of one email address and serves one sign-up.
create table signed_envelopes (
  id text primary key,
  provider text not null check (provider in ('in-app', 'docusign')),
  -- Null where the provider reports only who signed.
  signing_id text references signings(id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  completed_at timestamptz not null default clock_timestamp(),
  claimed_at timestamptz,
  constraint signed_envelopes__one_per_signing unique (signing_id)
);
create index signed_envelopes__by_email on signed_envelopes (email_key, completed_at);

-- Append-only.
create table signing_audit (
  id bigint generated always as identity primary key,
  signing_id text,
  envelope_id text,
  event text not null check (event in ('opened', 'signed', 'claimed')),
  at timestamptz not null default clock_timestamp(),
  ip_address text not null,
  user_agent text not null,
  details jsonb not null
);
create index signing_audit__by_envelope on signing_audit (envelope_id);
create index signing_audit__opened_by_age on signing_audit (at) where (event = 'opened');
create index signing_audit__opened_by_signing on signing_audit (signing_id) where (event = 'opened');
