-- Trigger: a refund is added to the refunded amount of its intent.
create or replace function sandbox.record_refund() returns trigger language plpgsql as $$
begin
  update sandbox.intents set amount_refunded = amount_refunded + new.amount where id = new.intent_id;
  return new;
end $$;
