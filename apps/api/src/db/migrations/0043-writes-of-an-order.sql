-- What an order writes, without what has no reader (ADR 0023).

-- Every reader follows (xid, id).
alter table outbox drop constraint outbox_pkey;
alter table outbox add primary key (xid, id);
drop index outbox__tail;

-- Entries are read by their transaction, never by account alone.
alter table ledger_entries drop constraint ledger_entries_pkey;
alter table ledger_entries add primary key (transaction_id, id);
drop index ledger_entries__by_transaction;
drop index ledger_entries__by_account;
-- Checked once per statement instead of once per entry; db/triggers/ledger.sql has the new trigger.
drop trigger if exists ledger_entries__balance on ledger_entries;

-- Open attempts are few and found by team; an index on `updated_at` would be written with every step.
drop index checkout_attempts__open;
alter table checkout_attempts set (fillfactor = 70);
alter table listings set (fillfactor = 80);
alter table holds set (fillfactor = 80);

-- The row behind each of these keys belongs to another one that the same row refers to.
alter table checkout_attempt_lines drop constraint checkout_attempt_lines_listing_id_fkey;
alter table order_lines drop constraint order_lines_event_id_fkey;
alter table order_lines drop constraint order_lines_seller_team_id_fkey;
alter table orders drop constraint orders_team_id_fkey;
alter table orders drop constraint orders_account_id_fkey;
comment on table checkout_attempt_lines is 'The holds that an attempt pays. `listing_id` is the listing of the hold.';
