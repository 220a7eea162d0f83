-- Reviewed snapshot, never executed. `npm run db:generate` writes it from the migrated database.

-- Events, each written in the transaction that it describes. Readers follow (xid, id): identity values are handed out before commit, so `id` alone would skip rows of a transaction that is still running.
create table outbox (
  id bigint generated always as identity,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  subject text not null,
  payload jsonb not null,
  occurred_at timestamptz not null default clock_timestamp(),
  -- W3C trace context of the request or job that wrote the event, if it is recorded.
  traceparent text default NULLIF(current_setting('terrace.traceparent', true), ''),
  primary key (xid, id)
);
alter table outbox alter column payload set statistics 0;

-- One row for each durable subscriber: everything up to (xid, id) has been handled at least once.
create table outbox_cursors (
  subscriber text primary key,
  xid xid8 not null,
  id bigint not null,
  updated_at timestamptz not null default clock_timestamp()
);
