create or replace trigger intents__guard before update on sandbox.intents
  for each row execute function sandbox.guard_intent();
create or replace trigger captures__recorded after insert on sandbox.captures
  for each row execute function sandbox.record_capture();
create or replace trigger captures__append_only before update or delete on sandbox.captures
  for each row execute function reject_change();
create or replace trigger refunds__recorded after insert on sandbox.refunds
  for each row execute function sandbox.record_refund();
create or replace trigger refunds__append_only before update or delete on sandbox.refunds
  for each row execute function reject_change();
create or replace trigger refund_outcomes__recorded after insert on sandbox.refund_outcomes
  for each row execute function sandbox.record_refund_outcome();
create or replace trigger refund_outcomes__append_only before update or delete on sandbox.refund_outcomes
  for each row execute function reject_change();
