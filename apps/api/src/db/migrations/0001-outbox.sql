-- Invariant: an event row is written in the transaction that it describes, so it exists exactly when the change does.
-- `xid` orders the tail: identity values are handed out before commit, so a reader that follows `id` alone would step
-- over rows of a transaction that is still running.
create table outbox (
  id bigint generated always as identity primary key,
  xid xid8 not null default pg_current_xact_id(),
  topic text not null,
  subject text not null,
  payload jsonb not null,
  occurred_at timestamptz not null default clock_timestamp()
);
create index outbox__tail on outbox (xid, id);

-- One row for each durable subscriber: everything up to (xid, id) has been handled at least once.
create table outbox_cursors (
  subscriber text primary key,
  xid xid8 not null,
  id bigint not null,
  updated_at timestamptz not null default clock_timestamp()
);
