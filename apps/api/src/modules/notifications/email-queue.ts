import { CompiledQuery } from 'kysely'
import type { Job, JobResult, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import { addCursor } from '#api/outbox/outbox.repo.ts'
import type { DurableSubscriber, OutboxTail } from '#api/outbox/tail-outbox.ts'
import { eventOf, eventsOf, jobsOf, securityPriority, type EmailedEvent } from './email-jobs.ts'
import { createEmailSender, type EmailSenderOptions } from './email-sender.ts'
import { batchQueue, queue, topicsBySubscriber } from './waiting-emails.repo.ts'

interface EmailQueueOptions extends EmailSenderOptions {
  db: Db
  boss: PgBoss
  outbox: OutboxTail
  /** Days until jobs that are sent, failed or cancelled are deleted from the queue. */
  deleteAfterDays: number
}

/** To keep up with hundreds of orders per second, the next batch is fetched immediately after a full one. */
const fetching = { pollingIntervalSeconds: 1, burstWhenBatchFull: true, perJobResults: true } as const

const retryDelaySeconds = 15
/** 15 s, 30 s, 1 min … up to 1 h apart, for about half a day, because mail servers can be down for hours. */
const retries = {
  retryLimit: 18,
  retryDelay: retryDelaySeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
}

/** The job store's response to `complete`, which its types do not describe. */
const completedJobs = z.object({ affected: z.number() })

/**
 * Turns outbox events into email jobs. A job is enqueued in the transaction that advances the subscriber's cursor, so each
 * event gets one job. The job writes and sends the email, and is retried. Secrets such as reset links are created in the
 * job, so that no table contains them.
 */
export function createEmailQueue({ db, boss, outbox, deleteAfterDays, ...senderOptions }: EmailQueueOptions) {
  const { logger, composers } = senderOptions
  const sender = createEmailSender(senderOptions)
  // The keys of `composers` are topics.
  const topics = Object.keys(composers) as Topic[]

  async function sendSingly(jobs: Job[]): Promise<JobResult[]> {
    return await sender.sendAll(
      jobs.map((job) => ({ job, events: [eventOf(job)] })),
      ({ id }, unsent) => ({ id, status: unsent.length === 0 ? 'completed' : 'failed' }),
    )
  }

  async function sendBatches(jobs: Job[]): Promise<JobResult[]> {
    return await sender.sendAll(
      jobs.map((job) => ({ job, events: eventsOf(job) })),
      completeBatch,
    )
  }

  /**
   * Completes the job even if some of its emails failed, and creates a separate job for each unsent event. If the batch itself
   * failed or were active when the job store stops, it would be repeated with the emails that were already sent.
   */
  async function completeBatch(job: Job, unsent: readonly EmailedEvent[]): Promise<JobResult> {
    const jobs = unsent.map((data) => ({ data, startAfter: retryDelaySeconds }))
    try {
      await inTransaction(db, async (tx) => {
        const inTx = { db: jobStoreIn(tx) }
        const { affected } = completedJobs.parse(await boss.complete(batchQueue, job, null, inTx))
        // If no job was completed, this one has expired, and another process sends the whole batch.
        if (affected === 1 && jobs.length > 0) await boss.insert(queue, jobs, inTx)
      })
      return { id: job.id, status: 'completed' }
    } catch (error) {
      logger.error(
        { err: error, jobId: job.id, unsent: jobs.length },
        'a batch of emails could not be completed',
      )
      // The job store sets this state. A failed batch is sent again as a whole.
      return { id: job.id, status: jobs.length === 0 ? 'completed' : 'failed' }
    }
  }

  const enqueue: DurableSubscriber['handle'] = async (tx, rows) => {
    const { urgent, later, batches } = jobsOf(rows)
    const inTx = { db: jobStoreIn(tx) }
    const single = [...urgent, ...later]
    if (single.length > 0) await boss.insert(queue, single, inTx)
    if (batches.length > 0) await boss.insert(batchQueue, batches, inTx)
  }

  return {
    /** Requires a started job store. Catches up on events since the last run. */
    async start(): Promise<void> {
      const ended = { deleteAfterSeconds: deleteAfterDays * 86_400 }
      await boss.createQueue(queue)
      await boss.updateQueue(queue, { ...retries, ...ended, expireInSeconds: 120 })
      await boss.createQueue(batchQueue)
      // With a slow mail server, a batch may take long. The heartbeat shows that its process has not crashed.
      await boss.updateQueue(batchQueue, {
        ...retries,
        ...ended,
        expireInSeconds: 1800,
        heartbeatSeconds: 60,
      })
      await boss.work(queue, { ...fetching, batchSize: 32 }, sendSingly)
      // A second consumer for security emails, because the first may wait for a slow mail server.
      await boss.work(queue, { ...fetching, batchSize: 8, minPriority: securityPriority }, sendSingly)
      await boss.work(batchQueue, { ...fetching, batchSize: 4 }, sendBatches)
      for (const followed of topicsBySubscriber(topics)) {
        await addCursor(db, followed.name)
        outbox.subscribe({ ...followed, handle: enqueue })
      }
    },
    /** Call it when the job store stops. */
    stop: () => sender.stop(),
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
