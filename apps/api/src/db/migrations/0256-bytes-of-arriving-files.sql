-- Files count towards their team's quota while they arrive, so that uploads at the same time cannot exceed it together.
alter table unclaimed_files add column team_id text, add column bytes bigint;
comment on column unclaimed_files.team_id is 'The team whose quota the file counts towards. Null if there is none.';
comment on column unclaimed_files.bytes is 'The size of a file with a team.';
