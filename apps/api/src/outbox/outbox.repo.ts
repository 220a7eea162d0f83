import { CompiledQuery, sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import { traceSettingStatements } from '#api/tracing/statement-spans.ts'
import type { DomainEvent } from './domain-events.ts'

/** Position of an outbox reader: every row up to and including it has been read. */
export interface OutboxPosition {
  xid: string
  id: number
}

export interface OutboxRow {
  xid: string
  id: number
  topic: string
  subject: string
  payload: Record<string, unknown>
  occurred_at: Date
  /** Trace context of the event, if it is traced. Read for durable subscribers only. */
  traceparent?: string | null | undefined
}

/** An event with the trace it belongs to: that of the row which caused it. Without `traceparent`, that of the transaction. */
export type CausedEvent = DomainEvent & Pick<OutboxRow, 'traceparent'>

/** Writes events in the transaction they describe. */
export async function recordEvents(tx: Tx, events: readonly CausedEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      events.map(({ topic, subject, payload, traceparent }) => ({
        topic,
        subject,
        payload: JSON.stringify(payload),
        ...(typeof traceparent === 'string' && { traceparent }),
      })),
    )
    .execute()
}

/** Adds the events that the transaction writes from now on to the trace of the active span, if there is one. */
export async function continueTrace(tx: Tx): Promise<void> {
  for (const { text } of traceSettingStatements()) await tx.executeQuery(CompiledQuery.raw(text))
}

/**
 * Rows after `position` whose transaction and all older ones have ended. A row can commit after one with a higher id;
 * reading only below the oldest running transaction prevents skipping it.
 */
export async function readOutboxAfter(
  db: DbOrTx,
  position: OutboxPosition,
  limit: number,
): Promise<OutboxRow[]> {
  // The limit is inlined to stay within two parameters, so that the query is prepared as a look-up (named-statements.ts).
  const { rows } = await sql<OutboxRow>`
    select o.xid::text, o.id, o.topic, o.subject, o.payload, o.occurred_at
    from read_outbox_after(${position.xid}, ${position.id}, ${sql.lit(limit)}) o
    order by o.xid, o.id`.execute(db)
  return rows
}

/** Rows of these topics after `position`, up to and including one that {@link readOutboxAfter} returned. */
export async function readTopicsBetween(
  db: DbOrTx,
  position: OutboxPosition,
  upTo: OutboxPosition,
  topics: readonly string[],
  limit: number,
): Promise<OutboxRow[]> {
  // Order by the column: the bare name would sort the text output, where 1000 precedes 999.
  const { rows } = await sql<OutboxRow>`
    select xid::text, id, topic, subject, payload, occurred_at,
      -- One statement can place several orders, so their events carry their own trace context.
      coalesce(payload ->> 'traceparent', outbox.traceparent) as traceparent
    from outbox
    where (xid, id) > (${position.xid}::xid8, ${position.id}::bigint)
      and (xid, id) <= (${upTo.xid}::xid8, ${upTo.id}::bigint)
      and topic = any(${topics})
    order by outbox.xid, outbox.id
    limit ${limit}`.execute(db)
  return rows
}

/** Age in seconds of the oldest unread row after `position`; 0 if there is none. */
export async function readLag(db: DbOrTx, { xid, id }: OutboxPosition): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(occurred_at)), 0)::float8 as seconds
    from outbox where (xid, id) > (${xid}::xid8, ${id}::bigint)`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Start position for a reader without history; rows of running transactions come after it. */
export async function currentOutboxPosition(db: DbOrTx): Promise<OutboxPosition> {
  const { rows } = await sql<{ xid: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid`.execute(db)
  return { xid: rows[0]?.xid ?? '0', id: Number.MAX_SAFE_INTEGER }
}

/** Creates the cursor of a durable subscriber if missing, at the oldest retained row. */
export async function addCursor(db: DbOrTx, subscriber: string): Promise<void> {
  await db
    .insertInto('outbox_cursors')
    .values({ subscriber, xid: '0', id: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Refreshes the heartbeat of these cursors and skips locked ones, whose process refreshes them itself. */
export async function touchCursors(db: DbOrTx, subscribers: readonly string[]): Promise<void> {
  await sql`
    update outbox_cursors set updated_at = clock_timestamp()
    where subscriber in (
      select subscriber from outbox_cursors where subscriber = any(${subscribers}::text[]) for update skip locked
    )`.execute(db)
}

/** Deletes cursors without a heartbeat for a week: an abandoned cursor would retain every later row. */
export async function deleteAbandonedCursors(db: DbOrTx, followed: readonly string[]): Promise<void> {
  await sql`
    delete from outbox_cursors
    where subscriber in (
      select subscriber from outbox_cursors
      where subscriber <> all(${followed}::text[]) and updated_at < now() - interval '7 days'
      for update skip locked
    )`.execute(db)
}

/** Position of the last committed row; the start position if there is none. */
export async function lastOutboxPosition(db: DbOrTx): Promise<OutboxPosition> {
  const { rows } = await sql<OutboxPosition>`
    select xid::text, id from outbox order by outbox.xid desc, outbox.id desc limit 1`.execute(db)
  return rows[0] ?? { xid: '0', id: 0 }
}

/** Locks the cursor of a durable subscriber for this transaction; `undefined` while another process holds it. */
export async function lockCursor(tx: Tx, subscriber: string): Promise<OutboxPosition | undefined> {
  const { rows } = await sql<OutboxPosition>`
    select xid::text, id from outbox_cursors where subscriber = ${subscriber} for update skip locked`.execute(
    tx,
  )
  return rows[0]
}

export async function moveCursor(tx: Tx, subscriber: string, { xid, id }: OutboxPosition): Promise<void> {
  await sql`
    update outbox_cursors set xid = ${xid}::xid8, id = ${id}, updated_at = clock_timestamp()
    where subscriber = ${subscriber}`.execute(tx)
}

/** Deletes rows older than a day that every durable subscriber has passed and returns how many. */
export async function purgeOutbox(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with deleted as (
      delete from outbox o
      where o.occurred_at < now() - interval '1 day'
        and not exists (select 1 from outbox_cursors c where (c.xid, c.id) < (o.xid, o.id))
      returning 1
    ) select count(*)::int as count from deleted`.execute(db)
  return rows[0]?.count ?? 0
}
