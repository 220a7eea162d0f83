-- Invariants: a source's own name for an event leads to one event for good, whatever either is called or moved to later;
-- what could not be placed stands in unmatched_events once a source and name, until an operator decides.
create table event_sources (
  source text not null check (source in ('icalendar', 'json-ld', 'ticketmaster')),
  ref text not null,
  event_id integer not null references events (id) on delete cascade,
  -- What the source said last: the same again is no news, however other sources have changed the event meanwhile.
  said jsonb not null,
  updated_at timestamptz not null default clock_timestamp(),
  primary key (source, ref)
);
create index event_sources__by_event on event_sources (event_id);

-- Other names of events that come again each season ("Brazilian Grand Prix"), beside performer_aliases and venue_aliases.
create table event_aliases (
  competition text not null,
  name_key text not null,
  title text not null,
  primary key (competition, name_key)
);
insert into event_aliases (competition, name_key, title) values
  ('formula-1', 'barcelona grand prix', 'Barcelona-Catalunya Grand Prix'),
  ('formula-1', 'brazilian grand prix', 'São Paulo Grand Prix'),
  ('formula-1', 'brazil grand prix', 'São Paulo Grand Prix'),
  ('formula-1', 'interlagos grand prix', 'São Paulo Grand Prix'),
  ('formula-1', 'mexico city grand prix', 'Mexican Grand Prix'),
  ('formula-1', 'mexico grand prix', 'Mexican Grand Prix'),
  ('formula-1', 'us grand prix', 'United States Grand Prix'),
  ('formula-1', 'usa grand prix', 'United States Grand Prix'),
  ('formula-1', 'austin grand prix', 'United States Grand Prix'),
  ('formula-1', 'uk grand prix', 'British Grand Prix'),
  ('formula-1', 'silverstone grand prix', 'British Grand Prix'),
  ('formula-1', 'saudi arabia grand prix', 'Saudi Arabian Grand Prix'),
  ('formula-1', 'netherlands grand prix', 'Dutch Grand Prix'),
  ('formula-1', 'monza grand prix', 'Italian Grand Prix'),
  ('formula-1', 'imola grand prix', 'Emilia Romagna Grand Prix');

create table unmatched_events (
  id integer generated always as identity primary key,
  source text not null,
  ref text not null,
  status text not null default 'waiting' check (status in ('waiting', 'dismissed', 'loaded')),
  entry jsonb not null,
  -- The names that nobody here answers to, and what else is to be decided.
  missing jsonb not null,
  file_name text not null,
  line integer not null,
  event_id integer references events (id) on delete set null,
  first_seen_at timestamptz not null default clock_timestamp(),
  decided_at timestamptz,
  unique (source, ref)
);
create index unmatched_events__waiting on unmatched_events (id) where status = 'waiting';
