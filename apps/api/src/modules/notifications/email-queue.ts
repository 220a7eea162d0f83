import { CompiledQuery } from 'kysely'
import type { Job, JobResult, PgBoss } from 'pg-boss'
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

/** Someone waits for these, or must learn of them at once: they are sent before all others. */
const securityTopics: ReadonlySet<string> = new Set<Topic>([
  'password_reset.requested',
  'password.changed',
  'email_verification.requested',
])
const securityPriority = 10

/** Keeps up with hundreds of orders per second: after a full batch, the next one is fetched at once. */
const fetching = { pollingIntervalSeconds: 1, burstWhenBatchFull: true, perJobResults: true } as const

const jobData = z.object({
  topic: z.string(),
  payload: z.record(z.string(), z.unknown()),
  /** Of the event; jobs of an older release have none. */
  position: z.number().default(0),
})

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

  async function attempt(job: Job): Promise<JobResult> {
    try {
      await send(job.id, job.data)
      return { id: job.id, status: 'completed' }
    } catch (error) {
      logger.warn({ err: error, emailId: job.id }, 'email delivery failed; will retry')
      return { id: job.id, status: 'failed' }
    }
  }

  /** Sends a batch at once, but what concerns one order in its order. Each email that fails is retried on its own. */
  function sendAll(jobs: Job[]): Promise<JobResult[]> {
    const latest = new Map<unknown, Promise<JobResult>>()
    const inOrder = jobs
      .map((job) => ({ job, data: jobData.parse(job.data) }))
      .sort((left, right) => left.data.position - right.data.position)
    return Promise.all(
      inOrder.map(({ job, data }) => {
        const subject = data.payload['orderId'] ?? job.id
        const before = latest.get(subject)
        const sending = before ? before.then(() => attempt(job)) : attempt(job)
        latest.set(subject, sending)
        return sending
      }),
    )
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
      await boss.work(queue, { ...fetching, batchSize: 32 }, sendAll)
      // Of its own, because the others may wait for a slow mail server.
      await boss.work(queue, { ...fetching, batchSize: 8, minPriority: securityPriority }, sendAll)
      await addCursor(db, subscriber)
      outbox.subscribe({
        name: subscriber,
        topics,
        async handle(tx, rows) {
          const jobs = rows.map(({ id, topic, payload }) => ({
            data: { topic, payload, position: id },
            priority: securityTopics.has(topic) ? securityPriority : 0,
          }))
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
