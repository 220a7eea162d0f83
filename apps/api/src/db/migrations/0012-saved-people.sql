-- People whose name and contact details a team reuses as attendees.
create table saved_people (
  id text primary key check (id ~ '^spn_'),
  team_id text not null references teams (id) on delete cascade,
  encrypted_details bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null
);
create index saved_people__by_team on saved_people (team_id);
create index saved_people__by_last_use on saved_people (last_used_at);
comment on column saved_people.encrypted_details is 'Name and contact details; never identity documents.';
comment on column saved_people.last_used_at is 'When the person was saved or last chosen. Deleted 12 months later.';
