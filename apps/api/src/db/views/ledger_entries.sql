-- The entries of all ledger transactions, in the order in which they were booked.
create or replace view ledger_entries as
select t.id as transaction_id, e.place, e.account, e.amount_minor, e.currency
from ledger_transactions t
cross join lateral unnest(t.accounts, t.amounts_minor, t.currencies) with ordinality
  as e (account, amount_minor, currency, place);
