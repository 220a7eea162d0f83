-- Trigger: a failed refund is subtracted from the refunded amount of its intent. Only a pending refund can still succeed.
create or replace function sandbox.record_refund_outcome() returns trigger language plpgsql as $$
begin
  if new.outcome = 'failed' then
    update sandbox.intents i set amount_refunded = i.amount_refunded - r.amount
    from sandbox.refunds r where r.id = new.refund_id and i.id = r.intent_id;
  elsif not exists (select from sandbox.refunds where id = new.refund_id and initial_status = 'pending') then
    raise exception 'this refund has already succeeded' using errcode = 'check_violation';
  end if;
  return new;
end $$;
