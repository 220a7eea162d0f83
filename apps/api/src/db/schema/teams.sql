-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

create table teams (
  id text primary key check (id ~ '^tm_'),
  name text not null,
  email text not null,
  base_currency text not null,
  created_at timestamptz not null default clock_timestamp(),
  -- From when members without a second factor can do nothing else than set one up. Null: the team does not require one.
  second_factor_required_from timestamptz,
  -- Name of the company on invoices; null: the team's name.
  legal_name text check (legal_name <> ''),
  -- Its postal address in lines.
  legal_address text check (legal_address <> ''),
  tax_number text check (tax_number <> ''),
  -- Set with the team's first buyer account, like `can_sell` with its first seller account, by a trigger.
  can_buy boolean not null default false,
  -- Also set by the approval of an application. Stays set while selling is suspended.
  can_sell boolean not null default false,
  constraint teams__legal_details_complete check ((legal_name is null) = (legal_address is null) and (tax_number is null or legal_name is not null))
);

-- A team has at most one open invitation per email address; an invitation works once.
create table team_invitations (
  id text primary key check (id ~ '^inv_'),
  team_id text not null references teams(id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  team_role text not null check (team_role in ('owner', 'member')),
  -- The role of the new account: the same as the inviter's.
  account_role text not null check (account_role in ('buyer', 'seller', 'operator')),
  invited_by text not null references accounts(id),
  -- The page that the emails link to; the token is appended.
  join_link text not null,
  sent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('accepted', 'withdrawn')),
  -- Permissions of the account that accepts it.
  seller_permissions text[] not null default '{view,list,price,deliver,money}' check (seller_permissions <@ array['view', 'list', 'price', 'deliver', 'money']),
  check ((ended_at is null) = (ended_as is null))
);
create index team_invitations__by_inviter on team_invitations (invited_by);
create unique index team_invitations__one_open on team_invitations (team_id, email_key) where (ended_at is null);

-- Each requested email. Counted, so that a team cannot flood an inbox.
create table team_invitation_emails (
  id text primary key check (id ~ '^iem_'),
  invitation_id text not null references team_invitations(id) on delete cascade,
  team_id text not null references teams(id),
  requested_at timestamptz not null default clock_timestamp()
);
create index team_invitation_emails__by_invitation on team_invitation_emails (invitation_id);
create index team_invitation_emails__by_team on team_invitation_emails (team_id, requested_at);

-- Created when the email is written, so each email carries its own token. Only the hash is stored.
create table team_invitation_tokens (
  token_hash bytea primary key,
  invitation_id text not null references team_invitations(id) on delete cascade,
  expires_at timestamptz not null
);
create index team_invitation_tokens__by_invitation on team_invitation_tokens (invitation_id);
