-- Without a transaction
-- Retention finds the oldest orders and ended payments that still have contact details.
create index concurrently if not exists orders__named_by_age on orders (placed_at)
  where (email <> 'erased@erased.invalid');
create index concurrently if not exists checkout_attempts__contacts_by_age on checkout_attempts (created_at)
  where (not is_open and email <> 'erased@erased.invalid');
