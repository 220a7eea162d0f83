-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Each entry is an account, an amount (positive for a debit) and a currency, at the same place of the three arrays. A trigger checks that they add up to zero in each currency.
create table ledger_transactions (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sale', 'refund', 'refund_failure', 'dispute_withdrawal', 'dispute_reinstatement', 'chargeback')),
  attempt_id text not null references checkout_attempts(id),
  order_id text references orders(id),
  refund_id text references order_refunds(id),
  dispute_id text,
  -- Distinguishes transactions of one kind: the round of a refund, or the movement count of a dispute.
  occurrence integer not null default 1 check (occurrence > 0),
  at timestamptz not null default clock_timestamp(),
  accounts text[] not null,
  amounts_minor bigint[] not null,
  currencies text[] not null,
  constraint ledger_transactions__dispute_when_disputed check ((kind in ('dispute_withdrawal', 'dispute_reinstatement', 'chargeback')) = (dispute_id is not null)),
  constraint ledger_transactions__entries_are_complete check (cardinality(accounts) > 0 and cardinality(amounts_minor) = cardinality(accounts) and cardinality(currencies) = cardinality(accounts) and array_position(accounts, null::text) is null and array_position(amounts_minor, null::bigint) is null and array_position(currencies, null::text) is null),
  constraint ledger_transactions__failure_has_refund check (kind <> 'refund_failure' or refund_id is not null)
);
create unique index ledger_transactions__unique on ledger_transactions (kind, attempt_id, coalesce(refund_id, ''), coalesce(dispute_id, ''), occurrence);
