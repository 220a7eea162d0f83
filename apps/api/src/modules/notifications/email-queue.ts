import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Db } from '#api/db/client.ts'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { addCursor } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Mailer } from './mailer.port.ts'
import { queue, subscriber } from './waiting-emails.repo.ts'
import { toOneLine, renderEmail, type EmailContent } from './templates/email-content.ts'

interface ComposedEmail {
  email: string
  content: EmailContent
  /** Sender name if the email is not ours. */
  brand?: string
  replyTo?: string
}

/** The emails an event sends; `undefined` for none. */
export type ComposeEmails = (
  payload: Record<string, unknown>,
) => Promise<ComposedEmail | readonly ComposedEmail[] | undefined>

export interface EmailQueueOptions {
  db: Db
  boss: PgBoss
  outbox: OutboxTail
  mailer: Mailer
  logger: Logger
  brand: string
  composers: Partial<Record<Topic, ComposeEmails>>
}

const jobData = z.object({ topic: z.string(), payload: z.record(z.string(), z.unknown()) })

/**
 * Turns outbox events into email jobs. The job is enqueued in the transaction that advances the cursor; rendering and
 * sending happen in the job and are retried. Secrets such as reset links are created in the job, so no table stores
 * them.
 */
export function createEmailQueue({ db, boss, outbox, mailer, logger, brand, composers }: EmailQueueOptions) {
  const composerOf = new Map<string, ComposeEmails>(Object.entries(composers))
  // The keys of `composers` are topics.
  const topics = Object.keys(composers) as Topic[]

  async function send(jobId: string, data: unknown): Promise<void> {
    const { topic, payload } = jobData.parse(data)
    const emails = [(await composerOf.get(topic)?.(payload)) ?? []].flat()
    for (const [index, { email, content, replyTo, ...rest }] of emails.entries()) {
      // If a later email fails, the job resends all of them; stable ids let the recipient's server drop duplicates.
      const id = index === 0 ? jobId : `${jobId}-${index}`
      const outcome = await mailer.send({
        id,
        to: { name: content.firstName, address: email },
        ...(rest.brand !== undefined && { fromName: toOneLine(rest.brand) }),
        ...(replyTo !== undefined && { replyTo }),
        ...renderEmail(content, rest.brand ?? brand),
      })
      if (outcome.status === 'rejected') logger.warn({ topic, reason: outcome.reason }, 'email rejected')
      else logger.info({ topic, emailId: id }, 'email sent')
    }
  }

  return {
    /** Requires a started job store. Catches up on events since the last run. */
    async start(): Promise<void> {
      await boss.createQueue(queue)
      // 15 s, 30 s, 1 min … up to 1 h apart, for about half a day: mail servers can be down for hours.
      await boss.updateQueue(queue, {
        retryLimit: 18,
        retryDelay: 15,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: 120,
        deleteAfterSeconds: 86_400,
      })
      await boss.work(queue, { pollingIntervalSeconds: 1, batchSize: 1 }, async ([job]) => {
        if (!job) return
        try {
          await send(job.id, job.data)
        } catch (error) {
          logger.warn({ err: error, emailId: job.id }, 'email delivery failed; will retry')
          throw error
        }
      })
      await addCursor(db, subscriber)
      outbox.subscribe({
        name: subscriber,
        topics,
        async handle(tx, rows) {
          const jobs = rows.map(({ topic, payload }) => ({ data: { topic, payload } }))
          await boss.insert(queue, jobs, { db: jobStoreIn(tx) })
        },
      })
    },
  }
}

/** Runs the job store's statements in the caller's transaction. */
function jobStoreIn(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
