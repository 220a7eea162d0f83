-- How to read a kind of fixture file becomes a row, so that operators can load files of any source.
create table import_profiles (
  name text primary key check (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  format text not null,
  settings jsonb not null,
  confirmed_at timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
comment on table import_profiles is
  'What the columns or fields of a fixture file mean. An operator confirms a proposed profile before it loads anything.';
