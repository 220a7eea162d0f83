-- An import looks for the events of a pair, and for those of a venue on a day, in every row. Neither may take longer the
-- more events there are.
alter table event_performers add column opponent_id integer;
comment on column event_performers.opponent_id is 'Of a home team: the away team, so that the events of a pair are found at once.';
alter table event_performers disable trigger user;
update event_performers h set opponent_id = a.performer_id
from event_performers a where h.role = 'home' and a.event_id = h.event_id and a.role = 'away';
alter table event_performers enable trigger user;
create index event_performers__by_pair on event_performers (performer_id, opponent_id) where opponent_id is not null;
create index catalogue_events__by_venue_day on catalogue_events (venue_id, (source_local_at::date));

-- A switch reads only the rows that change stored events, however many others the file has.
create index import_rows__changing on import_rows (run_id, position) where outcome in ('moved', 'changed', 'cancelled');
