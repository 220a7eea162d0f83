-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- A team that sells, or that applies to become a seller. Sellers that an operator added have a row once they have limits or are suspended.
create table seller_accounts (
  team_id text primary key references teams(id),
  state text not null check (state in ('draft', 'submitted', 'information_wanted', 'approved', 'declined')),
  encrypted_details bytea,
  bank_digest bytea,
  tax_digest bytea,
  address_digest bytea,
  bank_last4 text,
  bank_country text,
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  submitted_at timestamptz,
  decided_at timestamptz,
  operator_note text check (operator_note <> ''),
  may_apply_again boolean not null default true,
  exposure_limit_minor bigint check (exposure_limit_minor >= 0),
  exposure_currency text,
  unconfirmed_limit integer check (unconfirmed_limit >= 0),
  suspended_at timestamptz,
  suspension_reason text check (suspension_reason <> ''),
  -- As it was at the approval, set by a trigger. Relates teams, unlike `bank_digest`.
  approved_bank_digest bytea,
  approved_tax_digest bytea,
  -- The details as they will be once an operator approves the change.
  encrypted_change bytea,
  change_requested_at timestamptz,
  change_bank_digest bytea,
  change_tax_digest bytea,
  -- Why the last change was declined.
  change_note text check (change_note <> ''),
  -- Version of the seller terms that an owner agreed to with the last application; the audit log names the owner.
  terms_version text check (terms_version <> ''),
  terms_agreed_at timestamptz,
  constraint seller_accounts__change_has_time check ((encrypted_change is null) = (change_requested_at is null)),
  constraint seller_accounts__limit_has_currency check ((exposure_limit_minor is null) = (exposure_currency is null)),
  constraint seller_accounts__suspension_has_reason check ((suspended_at is null) = (suspension_reason is null)),
  constraint seller_accounts__terms_have_time check ((terms_version is null) = (terms_agreed_at is null))
);
create index seller_accounts__by_address on seller_accounts (address_digest);
create index seller_accounts__by_age on seller_accounts (updated_at);
create index seller_accounts__by_approved_bank on seller_accounts (encode(approved_bank_digest, 'hex')) where (approved_bank_digest is not null);
create index seller_accounts__by_approved_tax on seller_accounts (encode(approved_tax_digest, 'hex')) where (approved_tax_digest is not null);
create index seller_accounts__by_bank on seller_accounts (bank_digest);
create index seller_accounts__by_bank_text on seller_accounts (encode(bank_digest, 'hex'));
create index seller_accounts__by_state on seller_accounts (state, submitted_at);
create index seller_accounts__by_tax on seller_accounts (tax_digest);
create index seller_accounts__by_tax_text on seller_accounts (encode(tax_digest, 'hex'));
create index seller_accounts__with_change on seller_accounts (change_requested_at) where (change_requested_at is not null);

-- Documents of applications. A trigger hands the files of deleted rows to the sweeper.
create table seller_documents (
  id text primary key check (id ~ '^sdc_'),
  team_id text not null references teams(id),
  name text not null check (name <> ''),
  content_type text not null check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  bytes integer not null check (bytes > 0),
  encrypted_key bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
create index seller_documents__by_age on seller_documents (created_at);
create index seller_documents__by_team on seller_documents (team_id, created_at);

-- The key of the digests of seller accounts; one row.
create table seller_digest_keys (
  id text primary key check (id = 'current'),
  encrypted_key bytea not null
);

-- Listings that left the market because their seller was suspended.
create table suspended_listings (
  listing_id text primary key,
  team_id text not null references teams(id),
  revision integer not null
);
create index suspended_listings__by_team on suspended_listings (team_id);
