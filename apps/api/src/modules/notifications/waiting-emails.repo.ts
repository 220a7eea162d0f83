import { sql } from 'kysely'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { lastOutboxPosition, lockCursor, moveCursor } from '#api/outbox/outbox.repo.ts'

/** Jobs of one event each. */
export const queue = 'mail.send'
/** Jobs of several events each. */
export const batchQueue = 'mail.send_batch'
/** Names of the stored outbox cursors. */
const subscriber = 'emails'
const sellerSubscriber = 'emails.sellers'

/**
 * Topics of emails that came after the others. A process of the release before them, which also runs during an upgrade,
 * would have moved the cursor `emails` past their events, so they have a cursor of their own (ADR 0028).
 */
const sellerTopics: ReadonlySet<string> = new Set<Topic>([
  'order.sold',
  'seller.change_submitted',
  'seller.change_requested',
  'seller.bank_account_changed',
])

/** Which cursor follows which of these topics. */
export const topicsBySubscriber = (topics: readonly Topic[]) => [
  { name: subscriber, topics: topics.filter((topic) => !sellerTopics.has(topic)) },
  { name: sellerSubscriber, topics: topics.filter((topic) => sellerTopics.has(topic)) },
]

/** How many emails a row of `pgboss.job` sends; 1 for a job of another queue. */
export const emailsOfJob = sql<number>`case when data ? 'events' then jsonb_array_length(data -> 'events') else 1 end`

/** Cancels all queued emails, skips the events for which none is queued yet, and returns how many were cancelled. */
export async function withholdWaitingEmails(tx: Tx): Promise<number> {
  const end = await lastOutboxPosition(tx)
  if (!(await lockCursor(tx, subscriber))) return 0
  for (const name of [subscriber, sellerSubscriber]) await moveCursor(tx, name, end)
  const { rows } = await sql<{ count: number }>`
    with cancelled as (
      update pgboss.job set state = 'cancelled', completed_on = now()
      where name in (${queue}, ${batchQueue}) and state < 'completed'
      returning data
    ) select coalesce(sum(${emailsOfJob}), 0)::int as count from cancelled`.execute(tx)
  return rows[0]?.count ?? 0
}
