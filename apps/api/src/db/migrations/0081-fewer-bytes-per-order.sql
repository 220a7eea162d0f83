-- No query compares these values. Samples of them would be stored again each time that a growing table is analysed.
alter table outbox alter column payload set statistics 0;
alter table order_lines alter column snapshot set statistics 0, alter column attendees set statistics 0;
alter table checkout_attempt_lines alter column attendees set statistics 0;
alter table notifications alter column title set statistics 0, alter column detail set statistics 0,
  alter column link set statistics 0;

-- Room for all versions of an attempt, so that only its end writes index entries.
alter table checkout_attempts set (fillfactor = 50);

-- Recipients are read from accounts by the transaction that notifies them, and accounts are never deleted.
alter table notifications drop constraint notifications_account_id_fkey;
