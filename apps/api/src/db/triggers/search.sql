-- Publish changes of everything that finds an event in a search, in the transaction that makes them, so an index that
-- follows the outbox matches the catalogue. The indexer polls event_stats instead, which changes with every hold. New
-- performers, venues and categories have no events yet.
create or replace trigger catalogue_events__search_added after insert on catalogue_events
  referencing new table as changed for each statement execute function invalidate_search_of_events();
create or replace trigger catalogue_events__search_changed after update on catalogue_events
  referencing old table as before new table as changed for each statement execute function invalidate_search_of_updated_events();
create or replace trigger catalogue_events__search_removed after delete on catalogue_events
  referencing old table as changed for each statement execute function invalidate_search_of_events();
create or replace trigger event_performers__search_added after insert on event_performers
  referencing new table as changed for each statement execute function on_event_performers_changed();
create or replace trigger event_performers__search_changed after update on event_performers
  referencing new table as changed for each statement execute function on_event_performers_changed();
create or replace trigger event_performers__search_removed after delete on event_performers
  referencing old table as changed for each statement execute function on_event_performers_changed();
create or replace trigger performers__search_changed after update on performers
  referencing new table as changed for each statement execute function on_performers_changed();
create or replace trigger performer_aliases__search_added after insert on performer_aliases
  referencing new table as changed for each statement execute function on_performer_aliases_changed();
create or replace trigger performer_aliases__search_changed after update on performer_aliases
  referencing new table as changed for each statement execute function on_performer_aliases_changed();
create or replace trigger performer_aliases__search_removed after delete on performer_aliases
  referencing old table as changed for each statement execute function on_performer_aliases_changed();
create or replace trigger venues__search_changed after update on venues
  referencing new table as changed for each statement execute function on_venues_changed();
create or replace trigger venue_aliases__search_added after insert on venue_aliases
  referencing new table as changed for each statement execute function on_venue_aliases_changed();
create or replace trigger venue_aliases__search_changed after update on venue_aliases
  referencing new table as changed for each statement execute function on_venue_aliases_changed();
create or replace trigger venue_aliases__search_removed after delete on venue_aliases
  referencing old table as changed for each statement execute function on_venue_aliases_changed();
create or replace trigger categories__search_changed after update on categories
  referencing new table as changed for each statement execute function on_categories_changed();
create or replace trigger nicknames__search_added after insert on nicknames
  referencing new table as changed for each statement execute function on_nicknames_changed();
create or replace trigger nicknames__search_removed after delete on nicknames
  referencing old table as changed for each statement execute function on_nicknames_changed();
create or replace trigger place_names__search_added after insert on place_names
  referencing new table as changed for each statement execute function on_place_names_changed();
create or replace trigger place_names__search_removed after delete on place_names
  referencing old table as changed for each statement execute function on_place_names_changed();
create or replace trigger rivalry_names__search_added after insert on rivalry_names
  referencing new table as changed for each statement execute function on_rivalry_names_changed();
create or replace trigger rivalry_names__search_removed after delete on rivalry_names
  referencing old table as changed for each statement execute function on_rivalry_names_changed();
create or replace trigger kick_off_names__search_added after insert on kick_off_names
  referencing new table as changed for each statement execute function on_kick_off_names_changed();
create or replace trigger kick_off_names__search_removed after delete on kick_off_names
  referencing old table as changed for each statement execute function on_kick_off_names_changed();
create or replace trigger event_aliases__search_added after insert on event_aliases
  referencing new table as changed for each statement execute function on_event_aliases_changed();
create or replace trigger event_aliases__search_changed after update on event_aliases
  referencing new table as changed for each statement execute function on_event_aliases_changed();
create or replace trigger event_aliases__search_removed after delete on event_aliases
  referencing old table as changed for each statement execute function on_event_aliases_changed();
create or replace trigger competitions__search_changed after update of is_named_after_venue on competitions
  for each row when (old.is_named_after_venue <> new.is_named_after_venue)
  execute function on_competition_changed();
