-- Invariant: whatever changes what an event is found by is told in the outbox by the transaction that changes it, whoever
-- writes; so an index that follows the outbox holds what the catalogue holds. Figures of event_stats are not told: they
-- change with every hold, and an index asks for them by the clock.

-- Events that a change of some rows of a table concerns, in one notice; without ids where they are very many.
create function tell_search_stale(event_ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(event_ids) = 0 then return; end if;
  insert into outbox (topic, subject, payload)
  values ('search.stale', 'search', jsonb_build_object('eventIds',
    case when cardinality(event_ids) <= 2000 then to_jsonb(event_ids) end));
end $$;

create function search_stale_events() returns trigger language plpgsql as $$
begin
  perform tell_search_stale(array(select distinct id from changed));
  return null;
end $$;

create function search_stale_event_performers() returns trigger language plpgsql as $$
begin
  perform tell_search_stale(array(select distinct event_id from changed));
  return null;
end $$;

-- New performers, venues and categories have no events yet; those are told when they come.
create function search_stale_performers() returns trigger language plpgsql as $$
begin
  perform tell_search_stale(array(
    select distinct ep.event_id from changed c join event_performers ep on ep.performer_id = c.id));
  return null;
end $$;

create function search_stale_performer_aliases() returns trigger language plpgsql as $$
begin
  perform tell_search_stale(array(
    select distinct ep.event_id from changed c join event_performers ep on ep.performer_id = c.performer_id));
  return null;
end $$;

create function search_stale_venues() returns trigger language plpgsql as $$
begin
  perform tell_search_stale(array(select distinct e.id from changed c join events e on e.venue_id = c.id));
  return null;
end $$;

create function search_stale_venue_aliases() returns trigger language plpgsql as $$
begin
  perform tell_search_stale(array(select distinct e.id from changed c join events e on e.venue_id = c.venue_id));
  return null;
end $$;

create function search_stale_categories() returns trigger language plpgsql as $$
begin
  perform tell_search_stale(array(
    select distinct e.id from changed c
    join categories below on below.id = c.id or below.parent_id = c.id
    join events e on e.category_id = below.id));
  return null;
end $$;

create trigger events__search_added after insert on events
  referencing new table as changed for each statement execute function search_stale_events();
create trigger events__search_changed after update on events
  referencing new table as changed for each statement execute function search_stale_events();
create trigger events__search_removed after delete on events
  referencing old table as changed for each statement execute function search_stale_events();
create trigger event_performers__search_added after insert on event_performers
  referencing new table as changed for each statement execute function search_stale_event_performers();
create trigger event_performers__search_changed after update on event_performers
  referencing new table as changed for each statement execute function search_stale_event_performers();
create trigger event_performers__search_removed after delete on event_performers
  referencing old table as changed for each statement execute function search_stale_event_performers();
create trigger performers__search_changed after update on performers
  referencing new table as changed for each statement execute function search_stale_performers();
create trigger performer_aliases__search_added after insert on performer_aliases
  referencing new table as changed for each statement execute function search_stale_performer_aliases();
create trigger performer_aliases__search_changed after update on performer_aliases
  referencing new table as changed for each statement execute function search_stale_performer_aliases();
create trigger performer_aliases__search_removed after delete on performer_aliases
  referencing old table as changed for each statement execute function search_stale_performer_aliases();
create trigger venues__search_changed after update on venues
  referencing new table as changed for each statement execute function search_stale_venues();
create trigger venue_aliases__search_added after insert on venue_aliases
  referencing new table as changed for each statement execute function search_stale_venue_aliases();
create trigger venue_aliases__search_changed after update on venue_aliases
  referencing new table as changed for each statement execute function search_stale_venue_aliases();
create trigger venue_aliases__search_removed after delete on venue_aliases
  referencing old table as changed for each statement execute function search_stale_venue_aliases();
create trigger categories__search_changed after update on categories
  referencing new table as changed for each statement execute function search_stale_categories();

-- What was written by HTTP into the embedded endpoint: it outlives a restart, and other processes hear of it. A record
-- without a body was taken out.
create table search_records (
  index_name text not null,
  object_id text not null,
  body jsonb,
  primary key (index_name, object_id)
);

create table search_indexes (
  index_name text primary key,
  settings jsonb not null default '{}'
);
