-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

create table client_books (
  team_id text primary key references teams(id) on delete cascade,
  -- Key of the keyed hashes of this team, so that a copy of the database does not reveal an address by trial.
  encrypted_hash_key bytea not null
);

-- The server searches and sorts the decrypted entries of one team.
create table clients (
  id text primary key check (id ~ '^clt_'),
  team_id text not null references teams(id) on delete cascade,
  -- Name, company, email address, phone number and notes.
  encrypted_details bytea not null,
  -- Of the address in lower case, for one entry per address and for finding it.
  email_hash bytea,
  language text check (language ~ '^[a-z]{2}$'),
  currency text check (currency ~ '^[A-Z]{3}$'),
  commission_method text check (commission_method in ('fixed', 'percentage')),
  commission_minor bigint check (commission_minor >= 0),
  commission_bp integer check (commission_bp >= 0),
  -- Grows with every edit; an edit of an older version is rejected.
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When it was created, edited, or a quote for it last changed.
  last_used_at timestamptz not null,
  constraint clients__email_unique unique (team_id, email_hash),
  constraint clients__commission_matches_method check ((coalesce(commission_method, '') = 'fixed') = (commission_minor is not null) and (coalesce(commission_method, '') = 'percentage') = (commission_bp is not null)),
  constraint clients__fixed_commission_has_currency check (commission_minor is null or currency is not null)
);
create index clients__by_team on clients (team_id, last_used_at);

create table client_quotes (
  quote_id text primary key references quotes(id) on delete cascade,
  client_id text not null references clients(id) on delete cascade
);
create index client_quotes__by_client on client_quotes (client_id);

-- Names and addresses found on quotes and orders. They reach the client book only when someone in the team accepts them.
create table client_proposals (
  id text primary key check (id ~ '^clp_'),
  team_id text not null references teams(id) on delete cascade,
  -- The client to change; null proposes a new one.
  client_id text references clients(id) on delete cascade,
  quote_id text references quotes(id) on delete cascade,
  -- Who typed the details: someone in the team, or a visitor of the quote page.
  source text not null check (source in ('broker', 'visitor')),
  encrypted_details bytea not null,
  -- Of client and details, so that a decided proposal does not come back.
  details_hash bytea not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'dismissed')),
  proposed_at timestamptz not null,
  order_id text references orders(id) on delete cascade,
  constraint client_proposals__unique unique (team_id, details_hash),
  constraint client_proposals__one_origin check (num_nonnulls(quote_id, order_id) = 1)
);
create index client_proposals__by_age on client_proposals (proposed_at);
create index client_proposals__by_client on client_proposals (client_id) where (client_id is not null);
create index client_proposals__by_order on client_proposals (order_id) where (order_id is not null);
create index client_proposals__by_quote on client_proposals (quote_id);
