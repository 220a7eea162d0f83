-- Invariants: a refund that its bank has sent back is booked back once, and may be paid anew in its next round; money that a
-- provider withdraws or gives back because of a dispute is in the books once, from the moment at which it says so.
alter table ledger_transactions
  -- Which of its kind: for a refund its round, for a dispute how often the provider had moved money for it by then.
  add column occurrence integer not null default 1 check (occurrence > 0),
  drop constraint ledger_transactions_kind_check,
  drop constraint ledger_transactions__disputed;
update ledger_transactions t set occurrence = r.round from order_refunds r where r.id = t.refund_id;
alter table ledger_transactions
  add constraint ledger_transactions_kind_check check (
    kind in ('sale', 'refund', 'refund_failure', 'dispute_withdrawal', 'dispute_reinstatement', 'chargeback')),
  add constraint ledger_transactions__disputed check (
    (kind in ('dispute_withdrawal', 'dispute_reinstatement', 'chargeback')) = (dispute_id is not null)),
  add constraint ledger_transactions__sent_back check (kind <> 'refund_failure' or refund_id is not null);
drop index ledger_transactions__once;
create unique index ledger_transactions__once
  on ledger_transactions (kind, attempt_id, coalesce(refund_id, ''), coalesce(dispute_id, ''), occurrence);

alter table payment_disputes
  -- Until when the provider takes an answer; null where it waits for none.
  add column respond_by timestamptz,
  -- What it has withdrawn for the dispute and not given back, and how often it has moved money for that.
  add column withheld_minor bigint not null default 0,
  add column moves integer not null default 0 check (moves >= 0);
-- Those that were lost so far were booked as gone.
update payment_disputes set withheld_minor = amount_minor, moves = 1 where state = 'lost';

-- The sandbox provider's own books again; see 0021-sandbox.sql. What a bank says of a refund later is a row of its own, written once.
alter table sandbox.refunds
  add column begins_as text not null default 'succeeded' check (begins_as in ('pending', 'succeeded'));
create table sandbox.refund_ends (
  refund_id text not null references sandbox.refunds (id),
  outcome text not null check (outcome in ('succeeded', 'failed')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (refund_id, outcome)
);
create function sandbox.book_refund_end() returns trigger language plpgsql as $$
begin
  if new.outcome = 'failed' then
    update sandbox.intents i set amount_refunded = i.amount_refunded - r.amount
    from sandbox.refunds r where r.id = new.refund_id and i.id = r.intent_id;
  elsif not exists (select from sandbox.refunds where id = new.refund_id and begins_as = 'pending') then
    raise exception 'this refund has succeeded already' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refund_ends__booked after insert on sandbox.refund_ends
  for each row execute function sandbox.book_refund_end();
create trigger refund_ends__written_once before update or delete on sandbox.refund_ends
  for each row execute function sandbox.refuse_change();
