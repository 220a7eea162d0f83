-- What an approved seller wants to change; it waits for an operator, and the approved details count until then.
alter table seller_accounts
  add column encrypted_change bytea,
  add column change_requested_at timestamptz,
  add column change_bank_digest bytea,
  add column change_tax_digest bytea,
  add column change_note text check (change_note <> '');
alter table seller_accounts add constraint seller_accounts__change_has_time
  check ((encrypted_change is null) = (change_requested_at is null)) not valid;
comment on column seller_accounts.encrypted_change is 'The details as they will be once an operator approves the change.';
comment on column seller_accounts.change_note is 'Why the last change was declined.';
