create or replace trigger security_events__set_time before insert on security_events
  for each row execute function set_security_event_time();
create or replace trigger security_events__retained before delete on security_events
  for each row execute function reject_early_deletion();
create or replace trigger security_events__append_only before update on security_events
  for each row execute function reject_change();
create or replace trigger security_events__not_truncated before truncate on security_events
  for each statement execute function reject_change();
