-- One call writes or sells the row that refers and locks or writes the row referred to, so that these checks could never
-- fail. Each locked that row again.
alter table checkout_attempt_lines drop constraint checkout_attempt_lines_attempt_id_fkey;
alter table order_lines drop constraint order_lines_hold_id_fkey;
-- The account has logged in, and accounts are never deleted.
alter table checkout_attempts drop constraint checkout_attempts_account_id_fkey;

-- An account has at most 200 notifications, found by notifications__once_per_source.
drop index notifications__by_account;
