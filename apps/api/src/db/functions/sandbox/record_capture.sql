-- Trigger: a capture marks its charge as captured and its intent as succeeded.
create or replace function sandbox.record_capture() returns trigger language plpgsql as $$
begin
  update sandbox.charges set state = 'captured' where id = new.charge_id and amount = new.amount and state = 'authorised';
  if not found then
    raise exception 'only an authorised charge can be captured, and only in full' using errcode = 'check_violation';
  end if;
  update sandbox.intents set status = 'succeeded', amount_received = new.amount where id = new.intent_id;
  return new;
end $$;
