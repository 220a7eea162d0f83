-- Which keys belong to this installation, so that a process with other keys refuses to start.
alter table processes add column fingerprints jsonb not null default '{}';
comment on column processes.fingerprints is 'Of the keys that all running processes must share, by name.';

create table data_keys (
  id integer primary key check (id between 1 and 255),
  fingerprint text not null,
  encrypts_since timestamptz
);
comment on table data_keys is
  'Fingerprints of the keys of DATA_ENCRYPTION_KEYS that have been used with this database.';
comment on column data_keys.encrypts_since is
  'When it became the key that encrypts; null if it has only decrypted. The latest one encrypts.';
