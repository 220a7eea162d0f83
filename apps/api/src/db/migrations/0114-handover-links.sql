-- Users of other sites, each with the account that their handovers open.
create table handover_links (
  issuer text not null,
  subject_hash bytea not null check (octet_length(subject_hash) = 32),
  account_id text not null references accounts (id) on delete cascade,
  linked_at timestamptz not null default clock_timestamp(),
  primary key (issuer, subject_hash),
  constraint handover_links__account_unique unique (issuer, account_id)
);
create index handover_links__by_account on handover_links (account_id);
comment on table handover_links is
  'Users of other sites with the account that their handovers open. A site''s id of a user never means another account.';
comment on column handover_links.subject_hash is 'Hash of the site''s id of its user; the id itself is not stored.';

alter table pending_logins add column replaced_session_id text check (replaced_session_id ~ '^ses_');
comment on column pending_logins.replaced_session_id is
  'After a handover: the session of the browser, which ends when the login is complete.';
