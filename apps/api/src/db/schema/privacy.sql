-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Exports of personal data. The ZIP file is in the file store, in parts encrypted with a key that only this row has.
create table account_exports (
  id text primary key check (id ~ '^exp_'),
  account_id text not null references accounts(id) on delete cascade,
  state text not null default 'running' check (state in ('running', 'ready', 'failed')),
  requested_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  attempts integer not null default 0,
  -- While a process works on it; afterwards another one starts again.
  leased_until timestamptz,
  -- Folder of the parts; each attempt has its own.
  file_id text,
  encrypted_key bytea,
  parts integer not null default 0,
  -- Bytes of the ZIP file.
  size bigint not null default 0,
  constraint account_exports__ended check ((state = 'running') = (ended_at is null)),
  constraint account_exports__ready_has_file check (state <> 'ready' or file_id is not null and encrypted_key is not null)
);
create index account_exports__by_account on account_exports (account_id);
create index account_exports__ended_at on account_exports (ended_at);
create unique index account_exports__one_per_account on account_exports (account_id) where (state in ('running', 'ready'));
create index account_exports__running on account_exports (requested_at) where (state = 'running');
