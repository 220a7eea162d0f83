-- Trigger: the entries of a transaction add up to zero in each currency.
create or replace function assert_ledger_balances() returns trigger language plpgsql as $$
begin
  if exists (
    select from unnest(new.amounts_minor, new.currencies) as e (amount_minor, currency)
    group by e.currency having sum(e.amount_minor) <> 0)
  then
    raise exception 'ledger transaction % does not balance', new.id;
  end if;
  return new;
end $$;
