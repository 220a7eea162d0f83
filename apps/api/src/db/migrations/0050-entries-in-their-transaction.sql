-- A transaction's entries are written and read together, so they are columns of its row: one row instead of one for each
-- entry, with its index entry and its check of the foreign key. The view ledger_entries lists them as rows.
alter table ledger_transactions add column accounts text[], add column amounts_minor bigint[], add column currencies text[];
update ledger_transactions t
set accounts = e.accounts, amounts_minor = e.amounts_minor, currencies = e.currencies
from (
  select transaction_id, array_agg(account order by id) as accounts, array_agg(amount_minor order by id) as amounts_minor,
    array_agg(currency order by id) as currencies
  from ledger_entries group by transaction_id
) e
where e.transaction_id = t.id;
alter table ledger_transactions
  alter column accounts set not null,
  alter column amounts_minor set not null,
  alter column currencies set not null,
  add constraint ledger_transactions__entries_are_complete check (
    cardinality(accounts) > 0 and cardinality(amounts_minor) = cardinality(accounts)
    and cardinality(currencies) = cardinality(accounts) and array_position(accounts, null) is null
    and array_position(amounts_minor, null) is null and array_position(currencies, null) is null);
drop table ledger_entries;
comment on table ledger_transactions is
  'Each entry is an account, an amount (positive for a debit) and a currency, at the same place of the three arrays. A trigger checks that they add up to zero in each currency.';
