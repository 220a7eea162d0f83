-- Without a transaction
create index concurrently if not exists seller_accounts__with_change on seller_accounts (change_requested_at)
  where (change_requested_at is not null);
