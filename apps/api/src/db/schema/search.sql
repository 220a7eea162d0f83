-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Records written to the embedded search endpoint over HTTP, for restarts and other processes. A record without a body was deleted.
create table search_records (
  index_name text not null,
  object_id text not null,
  body jsonb,
  primary key (index_name, object_id)
);

create table search_indexes (
  index_name text primary key,
  settings jsonb not null default '{}'
);
