-- Payments are started by start_payments.
-- Reviewed: ea1d9963 calls it only in a function that 0254 has dropped.
drop function if exists insert_attempt_lines(text[], text[], bytea[], timestamptz);
