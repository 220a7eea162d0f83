-- Invariant: one process at a time drives an attempt. Who drives claims it until `driven_until` and renews the claim before
-- each call of the gateway; after a crash the claim runs out, and the reconciler may take the attempt over. Should both
-- ever drive at once, every step is still a conditional change under the attempt's row lock.
alter table checkout_attempts
  add column driver text,
  add column driven_until timestamptz not null default '-infinity';

-- Repeats are told apart by `idempotency_keys`, as for every other call: there a key is free again after 24 hours.
alter table checkout_attempts
  drop constraint checkout_attempts__key_once,
  drop column idempotency_key,
  drop column body_hash;
