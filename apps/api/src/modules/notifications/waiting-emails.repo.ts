import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import { lastOutboxPosition, lockCursor, moveCursor } from '#api/outbox/outbox.repo.ts'

export const queue = 'mail.send'
/** Name of the stored outbox cursor. */
export const subscriber = 'emails'

/** Cancels the emails that wait to be sent, skips the events that have not become emails, and returns how many waited. */
export async function withholdWaitingEmails(tx: Tx): Promise<number> {
  if (!(await lockCursor(tx, subscriber))) return 0
  await moveCursor(tx, subscriber, await lastOutboxPosition(tx))
  const { numAffectedRows = 0n } = await sql`
    update pgboss.job set state = 'cancelled', completed_on = now()
    where name = ${queue} and state < 'completed'`.execute(tx)
  return Number(numAffectedRows)
}
