-- Trigger: the entries of each transaction that the statement has changed add up to zero in each currency. Planner settings
-- as in place_holds, so that the cost does not grow with the ledger.
create or replace function assert_ledger_balances() returns trigger language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  v_transaction_ids bigint[] := array(select distinct c.transaction_id from changed c);
  v_transaction_id bigint;
begin
  select e.transaction_id into v_transaction_id
  from ledger_entries e where e.transaction_id = any(v_transaction_ids)
  group by e.transaction_id, e.currency having sum(e.amount_minor) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not balance', v_transaction_id;
  end if;
  return null;
end $$;
