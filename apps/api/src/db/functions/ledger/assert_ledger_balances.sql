-- Trigger: the entries of each transaction that the statement has changed add up to zero in each currency.
create or replace function assert_ledger_balances() returns trigger language plpgsql
  set enable_seqscan = off
as $$
declare
  v_transaction_id bigint;
begin
  select e.transaction_id into v_transaction_id
  from ledger_entries e where e.transaction_id in (select c.transaction_id from changed c)
  group by e.transaction_id, e.currency having sum(e.amount_minor) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not balance', v_transaction_id;
  end if;
  return null;
end $$;
