-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- One row for each running process, which renews it every second. Its leases end with it, see lease_is_free.
create table processes (
  id text primary key check (id ~ '^prc_'),
  roles text[] not null check (roles <@ '{web,worker}'),
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  -- Of the keys that all running processes must share, by name.
  fingerprints jsonb not null default '{}',
  -- Where the process may be reached, such as http://10.0.0.5:4000.
  origins text[] not null default '{}'
) with (fillfactor=50);

-- Fingerprints of the keys of DATA_ENCRYPTION_KEYS that have been used with this database.
create table data_keys (
  id integer primary key check (id >= 1 and id <= 255),
  fingerprint text not null,
  -- When it became the key that encrypts; null if it has only decrypted. The latest one encrypts.
  encrypts_since timestamptz
);

-- Requests of one session or address in one minute, from all processes. Lost in a crash, which only restarts the count.
create unlogged table request_counts (
  key_hash text not null,
  minute timestamptz not null,
  count integer not null check (count > 0),
  primary key (key_hash, minute)
) with (fillfactor=50);
