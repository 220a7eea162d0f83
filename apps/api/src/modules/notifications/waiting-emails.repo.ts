import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { lastOutboxPosition, lockCursor, moveCursor } from '#api/outbox/outbox.repo.ts'

/** Jobs of one event each. */
export const queue = 'mail.send'
/** Jobs of several events each. */
export const batchQueue = 'mail.send_batch'
/** Name of the stored outbox cursor. */
export const subscriber = 'emails'

/** Emails that a row of `pgboss.job` stands for; 1 for a job of another queue. */
export const emailsOfJob = sql<number>`case when data ? 'events' then jsonb_array_length(data -> 'events') else 1 end`

/** Cancels the emails that wait to be sent, skips the events that have not become emails, and returns how many waited. */
export async function withholdWaitingEmails(tx: Tx): Promise<number> {
  if (!(await lockCursor(tx, subscriber))) return 0
  await moveCursor(tx, subscriber, await lastOutboxPosition(tx))
  const { rows } = await sql<{ count: number }>`
    with cancelled as (
      update pgboss.job set state = 'cancelled', completed_on = now()
      where name in (${queue}, ${batchQueue}) and state < 'completed'
      returning data
    ) select coalesce(sum(${emailsOfJob}), 0)::int as count from cancelled`.execute(tx)
  return rows[0]?.count ?? 0
}
