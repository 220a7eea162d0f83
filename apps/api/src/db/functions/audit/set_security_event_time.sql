-- Trigger: the database dates each record.
create or replace function set_security_event_time() returns trigger language plpgsql as $$
begin
  new.at := clock_timestamp();
  return new;
end $$;
