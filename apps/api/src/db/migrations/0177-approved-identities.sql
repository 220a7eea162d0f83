-- Without a transaction
-- Bank account and tax number with which a seller was approved; only they relate teams.
alter table seller_accounts add column if not exists approved_bank_digest bytea, add column if not exists approved_tax_digest bytea;
comment on column seller_accounts.approved_bank_digest is 'As it was at the approval, set by a trigger. Relates teams, unlike `bank_digest`.';
update seller_accounts set approved_bank_digest = bank_digest, approved_tax_digest = tax_digest
where state = 'approved' and approved_bank_digest is null and approved_tax_digest is null
  and (bank_digest is not null or tax_digest is not null);
create index concurrently if not exists seller_accounts__by_approved_bank on seller_accounts (encode(approved_bank_digest, 'hex'))
  where (approved_bank_digest is not null);
create index concurrently if not exists seller_accounts__by_approved_tax on seller_accounts (encode(approved_tax_digest, 'hex'))
  where (approved_tax_digest is not null);
