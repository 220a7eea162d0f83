-- Changes of an account's email address.
create table email_changes (
  id text primary key check (id ~ '^emc_'),
  account_id text not null references accounts(id) on delete cascade,
  old_email text not null,
  new_email text not null,
  site_origin text not null,
  requested_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  confirmed_at timestamptz,
  undone_at timestamptz,
  check (undone_at is null or confirmed_at is not null)
);
create index email_changes__by_account on email_changes (account_id, requested_at);
create index email_changes__by_new_email on email_changes (lower(new_email), requested_at);
comment on table email_changes is
  'Requested and confirmed changes of an account''s email address. Kept for 30 days.';
comment on column email_changes.site_origin is 'The site that the emails link to.';
comment on column email_changes.ended_at is
  'When a request that was not confirmed ended: cancelled, replaced by another one, or overtaken by a new password.';

create table email_change_tokens (
  token_hash bytea primary key,
  change_id text not null references email_changes(id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'undo')),
  expires_at timestamptz not null
);
create index email_change_tokens__by_change on email_change_tokens (change_id);
comment on table email_change_tokens is
  'Created when the email is written, so each email carries its own token. Only its hash is stored; the change says whether it was used.';

create table reserved_account_names (
  kind text not null check (kind in ('email', 'username')),
  name_hash bytea not null,
  account_id text not null references accounts(id) on delete cascade,
  reserved_until timestamptz not null,
  primary key (kind, name_hash, account_id)
);
create index reserved_account_names__by_account on reserved_account_names (account_id);
comment on table reserved_account_names is
  'Email addresses and usernames that an account no longer uses and no other account may take yet.';
comment on column reserved_account_names.name_hash is 'SHA-256 of the name in lower case.';
