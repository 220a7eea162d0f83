import { sql } from 'kysely'
import type { Reader, Tx } from '../db/transaction.ts'
import type { DomainEvent } from './domain-events.ts'

/** Where a reader of the outbox stands: everything up to and with this row has been seen. */
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
}

/** Writes events in the transaction that they describe. */
export async function recordEvents(tx: Tx, events: readonly DomainEvent[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('outbox')
    .values(
      events.map(({ topic, subject, payload }) => ({
        topic,
        subject,
        payload: JSON.stringify(payload),
      })),
    )
    .execute()
}

/**
 * Rows after `position` whose transaction, and every older one, has ended. A row may commit after one with a higher
 * id; reading only below the oldest running transaction is what keeps it from being stepped over.
 */
export async function readOutboxAfter(
  db: Reader,
  position: OutboxPosition,
  limit: number,
): Promise<OutboxRow[]> {
  // The limit, always the same, is no value: with two of them this is a look-up, and prepared (see named-statements.ts).
  const { rows } = await sql<OutboxRow>`
    select o.xid::text, o.id, o.topic, o.subject, o.payload, o.occurred_at
    from outbox_after(${position.xid}, ${position.id}, ${sql.lit(limit)}) o
    order by o.xid, o.id`.execute(db)
  return rows
}

/** Rows of these topics after `position`, up to and with one that {@link readOutboxAfter} has reached. */
export async function readTopicsBetween(
  db: Reader,
  position: OutboxPosition,
  reached: OutboxPosition,
  topics: readonly string[],
  limit: number,
): Promise<OutboxRow[]> {
  // Ordered by the column: the bare name would be the answer's text, in which 1000 stands before 999.
  const { rows } = await sql<OutboxRow>`
    select xid::text, id, topic, subject, payload, occurred_at
    from outbox
    where (xid, id) > (${position.xid}::xid8, ${position.id}::bigint)
      and (xid, id) <= (${reached.xid}::xid8, ${reached.id}::bigint)
      and topic = any(${topics})
    order by outbox.xid, outbox.id
    limit ${limit}`.execute(db)
  return rows
}

/** For how many seconds the oldest row after `position` has waited to be read; 0 where there is none. */
export async function readLag(db: Reader, { xid, id }: OutboxPosition): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(occurred_at)), 0)::float8 as seconds
    from outbox where (xid, id) > (${xid}::xid8, ${id}::bigint)`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** The position from which a reader that needs no history begins: rows of transactions still running come after it. */
export async function currentOutboxPosition(db: Reader): Promise<OutboxPosition> {
  const { rows } = await sql<{ xid: string }>`
    select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text as xid`.execute(db)
  return { xid: rows[0]?.xid ?? '0', id: Number.MAX_SAFE_INTEGER }
}

/** Makes sure that a durable subscriber has a cursor; a new one begins with the oldest row kept. */
export async function addCursor(db: Reader, subscriber: string): Promise<void> {
  await db
    .insertInto('outbox_cursors')
    .values({ subscriber, xid: '0', id: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Notes that these subscribers are followed. A cursor in another process' hands is followed by that one, and not waited for. */
export async function followCursors(db: Reader, subscribers: readonly string[]): Promise<void> {
  await sql`
    update outbox_cursors set updated_at = clock_timestamp()
    where subscriber in (
      select subscriber from outbox_cursors where subscriber = any(${subscribers}::text[]) for update skip locked
    )`.execute(db)
}

/** Deletes cursors that no process has moved or followed for a week: one left behind would keep every later row for good. */
export async function dropForsakenCursors(db: Reader, followed: readonly string[]): Promise<void> {
  await sql`
    delete from outbox_cursors
    where subscriber in (
      select subscriber from outbox_cursors
      where subscriber <> all(${followed}::text[]) and updated_at < now() - interval '7 days'
      for update skip locked
    )`.execute(db)
}

/** The last row that is committed now; before all others where there is none. */
export async function lastOutboxPosition(db: Reader): Promise<OutboxPosition> {
  const { rows } = await sql<OutboxPosition>`
    select xid::text, id from outbox order by outbox.xid desc, outbox.id desc limit 1`.execute(db)
  return rows[0] ?? { xid: '0', id: 0 }
}

/** Takes the cursor row of a durable subscriber for this transaction; undefined while another process has it. */
export async function takeCursor(tx: Tx, subscriber: string): Promise<OutboxPosition | undefined> {
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

/** Deletes rows older than a day that every durable subscriber has passed. Answers how many. */
export async function trimOutbox(db: Reader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from outbox o
      where o.occurred_at < now() - interval '1 day'
        and not exists (select 1 from outbox_cursors c where (c.xid, c.id) < (o.xid, o.id))
      returning 1
    ) select count(*)::int as count from gone`.execute(db)
  return rows[0]?.count ?? 0
}
