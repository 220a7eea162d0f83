create or replace trigger ledger_transactions__balance before insert or update on ledger_transactions
  for each row execute function assert_ledger_balances();
