-- Renamed, not dropped, so that the triggers stay; a new database gets them with their new names.
do $$ begin
  if to_regprocedure('on_events_changed()') is not null then
    alter function on_events_changed() rename to invalidate_search_of_events;
    alter function on_events_updated() rename to invalidate_search_of_updated_events;
    alter function on_event_changed() rename to invalidate_feed_of_updated_events;
  end if;
end $$;

-- A result column has a new name.
drop function if exists evaluate_hold_lines(
  text[], integer[], text[], text[], integer[], text[], text[], integer[], timestamptz);
