-- Invariants: a team never loses its last owner, however many give up or take away the role at once; a team asks one
-- address once at a time; an invitation serves once, and of its link only the hash of the token is stored.

-- Who was removed stays as the name behind what they held and bought; their user name and address are free again.
alter table accounts drop constraint accounts_status_check;
alter table accounts add constraint accounts__status_known check (status in ('pending', 'active', 'suspended', 'removed'));
drop index accounts__username_taken_once;
drop index accounts__email_taken_once;
create unique index accounts__username_taken_once on accounts (lower(username)) where status <> 'removed';
create unique index accounts__email_taken_once on accounts (lower(email)) where status <> 'removed';

create function keep_team_owned() returns trigger language plpgsql as $$
begin
  -- One after the other, and looked at after the wait: two who take each other's role must not both succeed.
  perform from teams where id = old.team_id for no key update;
  if not exists (
    select from accounts where team_id = old.team_id and team_role = 'owner' and status <> 'removed'
  ) then
    raise exception 'team % would be without an owner', old.team_id
      using errcode = 'check_violation', constraint = 'teams__always_owned';
  end if;
  return null;
end $$;
create trigger accounts__keep_team_owned after update on accounts
  for each row when (
    old.team_role = 'owner' and old.status <> 'removed'
    and (new.team_role <> 'owner' or new.status = 'removed' or new.team_id <> old.team_id))
  execute function keep_team_owned();

create table team_invitations (
  id text primary key check (id ~ '^inv_'),
  team_id text not null references teams (id),
  email text not null,
  email_key text not null generated always as (lower(btrim(email))) stored,
  team_role text not null check (team_role in ('owner', 'member')),
  -- What the person will be on the marketplace: the same as who invites.
  account_role text not null check (account_role in ('buyer', 'seller', 'operator')),
  invited_by text not null references accounts (id),
  -- The page that letters lead to; the token is appended.
  join_link text not null,
  sent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('accepted', 'withdrawn')),
  check ((ended_at is null) = (ended_as is null))
);
create unique index team_invitations__open_once on team_invitations (team_id, email_key) where ended_at is null;
create index team_invitations__by_inviter on team_invitations (invited_by);

-- Each letter that was asked for: counted, so that nobody floods a stranger's inbox in our name.
create table team_invitation_letters (
  id text primary key check (id ~ '^ivl_'),
  invitation_id text not null references team_invitations (id) on delete cascade,
  team_id text not null references teams (id),
  requested_at timestamptz not null default clock_timestamp()
);
create index team_invitation_letters__by_team on team_invitation_letters (team_id, requested_at);
create index team_invitation_letters__by_invitation on team_invitation_letters (invitation_id);

-- Made when the letter is written: a letter that is written again brings a token of its own.
create table team_invitation_tokens (
  token_hash bytea primary key,
  invitation_id text not null references team_invitations (id) on delete cascade,
  expires_at timestamptz not null
);
create index team_invitation_tokens__by_invitation on team_invitation_tokens (invitation_id);
