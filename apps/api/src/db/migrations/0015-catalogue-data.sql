-- Sports, competitions and the names that people and files use become rows, so that operators can change them.
alter table categories add column keywords text[] not null default '{}';
comment on column categories.keywords is
  'Words that find every event of a sport or genre, such as race or concert.';

create table competitions (
  category_id integer primary key references categories(id) on delete cascade,
  performer_scope text not null check (performer_scope <> ''),
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  title_style text not null check (title_style in ('versus', 'at', 'own')),
  first_month smallint not null default 1 check (first_month between 1 and 12),
  season_naming text not null default 'start year' check (season_naming in ('start year', 'both years')),
  is_named_after_venue boolean not null default false
);
comment on table competitions is 'What imports and search need to know about a competition.';
comment on column competitions.performer_scope is
  'Namespace of its performers'' names: one name can mean clubs in two countries.';
comment on column competitions.title_style is
  '`versus`: Home vs Away. `at`: Away at Home. `own`: the source names the event.';
comment on column competitions.first_month is 'The month in which a season starts.';
comment on column competitions.season_naming is '`start year`: 2026. `both years`: 2026-27.';
comment on column competitions.is_named_after_venue is
  'Whether people call its events by the venue''s name, as they do with races.';

create table competition_names (
  name_key text primary key check (name_key <> ''),
  category_id integer not null references competitions(category_id) on delete cascade
);
comment on table competition_names is
  'What sources call a competition, in matching form: its name, other titles and file codes.';

create table competition_sessions (
  category_id integer not null references competitions(category_id) on delete cascade,
  name_key text not null check (name_key <> ''),
  is_event boolean not null,
  primary key (category_id, name_key)
);
comment on table competition_sessions is
  'What sources call the sessions of a race weekend. Only sessions that are events are imported.';

create table nicknames (
  type text not null check (type in ('category', 'performer', 'venue')),
  type_id integer not null,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (type, type_id, name)
);
comment on table nicknames is
  'Names that people search by. Imports do not match by them, because several performers can share one.';

create table place_names (
  kind text not null check (kind in ('city', 'country')),
  place_key text not null check (place_key <> ''),
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (kind, place_key, name)
);
comment on table place_names is
  'Other names of a city (by its name in matching form) or a country (by its code).';

create table rivalry_names (
  performer_id integer not null references performers(id) on delete cascade,
  rival_id integer not null references performers(id) on delete cascade,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (performer_id, rival_id, name),
  constraint rivalry_names__lower_id_first check (performer_id < rival_id)
);
comment on table rivalry_names is 'Names of a match between two performers, such as El Clásico.';

create table kick_off_names (
  category_id integer not null references competitions(category_id) on delete cascade,
  weekday smallint not null check (weekday between 0 and 6),
  from_time time not null,
  name text not null check (btrim(name) <> '' and length(name) <= 80),
  primary key (category_id, weekday, from_time, name)
);
comment on table kick_off_names is
  'Names of events that start on a weekday (0 is Sunday) at or after a local time, such as Monday Night Football.';
comment on column event_aliases.competition is 'Slug of the competition.';

-- The names of one competition's events are data to import, and not part of an empty catalogue.
delete from event_aliases where not exists (select 1 from events);
