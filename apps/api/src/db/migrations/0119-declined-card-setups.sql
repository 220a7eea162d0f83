-- Reviewed: without the reference, the table also takes cards that were declined while they were saved; attempts stay.
alter table payment_failures drop constraint if exists payment_failures_attempt_id_fkey;
comment on table payment_failures is
  'Cards declined in the past day, in payments and while they were saved, for limits against trying out stolen cards.';
comment on column payment_failures.attempt_id is 'The checkout attempt, or a name for one try to save a card.';
