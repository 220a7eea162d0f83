-- A team agrees to the seller terms when it submits its application. Teams that an operator added, or that applied before, have not.
-- Reviewed: the table has a row for each company that sells or applies, so its checks take milliseconds.
alter table seller_accounts
  add column terms_version text check (terms_version <> ''),
  add column terms_agreed_at timestamptz,
  add constraint seller_accounts__terms_have_time check ((terms_version is null) = (terms_agreed_at is null));
comment on column seller_accounts.terms_version is
  'Version of the seller terms that an owner agreed to with the last application; the audit log names the owner.';
