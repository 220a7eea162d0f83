-- Invariant: money that a bank has taken back for good is booked once for each dispute that was lost.
alter table ledger_transactions
  add column dispute_id text,
  drop constraint ledger_transactions_kind_check,
  add constraint ledger_transactions_kind_check check (kind in ('sale', 'refund', 'chargeback')),
  add constraint ledger_transactions__disputed check ((kind = 'chargeback') = (dispute_id is not null));
drop index ledger_transactions__once;
create unique index ledger_transactions__once
  on ledger_transactions (kind, attempt_id, coalesce(refund_id, ''), coalesce(dispute_id, ''));
create index payment_disputes__by_attempt on payment_disputes (attempt_id);
