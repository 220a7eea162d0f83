-- A transaction's entries are written in one statement.
create or replace trigger ledger_entries__balance after insert on ledger_entries
  referencing new table as changed for each statement execute function assert_ledger_balances();
create or replace trigger ledger_entries__balance_after_update after update on ledger_entries
  referencing new table as changed for each statement execute function assert_ledger_balances();
