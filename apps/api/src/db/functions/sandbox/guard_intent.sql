-- Trigger: the transitions of a payment intent, and its fixed amount.
create or replace function sandbox.guard_intent() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and (old.status, new.status) not in (
    ('requires_payment_method', 'requires_action'),
    ('requires_payment_method', 'requires_capture'),
    ('requires_payment_method', 'canceled'),
    ('requires_action', 'requires_payment_method'),
    ('requires_action', 'requires_capture'),
    ('requires_action', 'canceled'),
    ('requires_capture', 'succeeded'),
    ('requires_capture', 'canceled')
  ) then
    raise exception 'an intent cannot change from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (old.id, old.amount, old.currency) is distinct from (new.id, new.amount, new.currency) then
    raise exception 'the amount of an intent cannot change' using errcode = 'check_violation';
  end if;
  new.updated_at := clock_timestamp();
  return new;
end $$;
