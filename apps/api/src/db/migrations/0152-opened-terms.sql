-- Without a transaction
-- Opening terms again adds no row, and retention finds what belongs to terms that were never signed.
create index concurrently if not exists signing_audit__opened_by_signing on signing_audit (signing_id)
  where (event = 'opened');
create index concurrently if not exists signing_audit__opened_by_age on signing_audit (at) where (event = 'opened');
