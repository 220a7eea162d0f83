-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- The entries of a transaction add up to zero in each currency; a trigger checks it at commit.
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
  constraint ledger_transactions__dispute_when_disputed check ((kind in ('dispute_withdrawal', 'dispute_reinstatement', 'chargeback')) = (dispute_id is not null)),
  constraint ledger_transactions__failure_has_refund check (kind <> 'refund_failure' or refund_id is not null)
);
create unique index ledger_transactions__unique on ledger_transactions (kind, attempt_id, coalesce(refund_id, ''), coalesce(dispute_id, ''), occurrence);

create table ledger_entries (
  id bigint generated always as identity,
  transaction_id bigint not null references ledger_transactions(id),
  account text not null,
  amount_minor bigint not null,
  currency text not null,
  primary key (transaction_id, id)
);
