-- Trigger: calendar apps take over a change only if the number has grown.
create or replace function count_event_revision() returns trigger language plpgsql as $$
begin
  new.revision := old.revision + 1;
  new.updated_at := clock_timestamp();
  return new;
end $$;
