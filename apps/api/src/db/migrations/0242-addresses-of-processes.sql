-- A support bundle asks every process for its latest errors.
alter table processes add column origins text[] not null default '{}';
comment on column processes.origins is 'Where the process may be reached, such as http://10.0.0.5:4000.';
