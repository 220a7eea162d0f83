-- Exports of an account's personal data that it asked for itself.
create table account_exports (
  id text primary key check (id ~ '^exp_'),
  account_id text not null references accounts (id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  requested_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  attempts integer not null default 0,
  leased_until timestamptz,
  file_id text,
  encrypted_key bytea,
  parts integer not null default 0,
  size bigint not null default 0,
  constraint account_exports__ready_has_file check (state <> 'ready' or (file_id is not null and encrypted_key is not null)),
  constraint account_exports__ended check ((state = 'running') = (ended_at is null))
);
comment on table account_exports is
  'Exports of personal data. The ZIP file is in the file store, in parts encrypted with a key that only this row has.';
comment on column account_exports.leased_until is 'While a process works on it; afterwards another one starts again.';
comment on column account_exports.file_id is 'Folder of the parts; each attempt has its own.';
comment on column account_exports.size is 'Bytes of the ZIP file.';
create unique index account_exports__one_per_account on account_exports (account_id) where (state in ('running', 'ready'));
create index account_exports__by_account on account_exports (account_id);
create index account_exports__running on account_exports (requested_at) where (state = 'running');
create index account_exports__ended_at on account_exports (ended_at);
