-- PostgreSQL has no `create or replace` for constraint triggers.
drop trigger if exists ledger_entries__balance on ledger_entries;
create constraint trigger ledger_entries__balance after insert or update on ledger_entries
  deferrable initially deferred for each row execute function assert_ledger_balances();
