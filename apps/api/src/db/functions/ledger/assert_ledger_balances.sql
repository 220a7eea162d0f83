-- Trigger: the entries of a transaction add up to zero in each currency.
create or replace function assert_ledger_balances() returns trigger language plpgsql
  set enable_seqscan = off
as $$
begin
  if exists (
    select 1 from ledger_entries e where e.transaction_id = new.transaction_id
    group by e.currency having sum(e.amount_minor) <> 0
  ) then
    raise exception 'ledger transaction % does not balance', new.transaction_id;
  end if;
  return null;
end $$;
