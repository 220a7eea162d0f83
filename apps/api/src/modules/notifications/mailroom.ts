import { CompiledQuery } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Topic } from '../../outbox/domain-events.ts'
import { addCursor } from '../../outbox/outbox.repo.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import type { Mailer } from './mailer.port.ts'
import { oneLine, renderLetter, type LetterWords } from './templates/letter-words.ts'

const queue = 'mail.send'
const subscriber = 'notifications'

interface DraftedLetter {
  email: string
  words: LetterWords
  /** Whose letter it is, where not ours. */
  brand?: string
  /** Who is to have the answer. */
  replyTo?: string
}

/** What an event makes people be told, each of several in a letter of their own; undefined where nobody is told anything. */
export type Draft = (
  payload: Record<string, unknown>,
) => Promise<DraftedLetter | readonly DraftedLetter[] | undefined>

export interface MailroomOptions {
  db: Db
  boss: PgBoss
  outbox: OutboxTail
  mailer: Mailer
  logger: Logger
  brand: string
  drafts: Partial<Record<Topic, Draft>>
}

const jobData = z.object({ topic: z.string(), payload: z.record(z.string(), z.unknown()) })

/**
 * Turns events into letters. The event becomes a job in the transaction that moves the outbox cursor, so that neither
 * happens without the other; the letter is written and sent by the job, outside any transaction and again if need be.
 * What only the letter may hold, such as a reset link, is thus in no table.
 */
export function createMailroom({ db, boss, outbox, mailer, logger, brand, drafts }: MailroomOptions) {
  const draftOf = new Map<string, Draft>(Object.entries(drafts))

  async function send(jobId: string, data: unknown): Promise<void> {
    const { topic, payload } = jobData.parse(data)
    const drafts = [(await draftOf.get(topic)?.(payload)) ?? []].flat()
    for (const [index, { email, words, replyTo, ...letter }] of drafts.entries()) {
      // Where a later one fails all are sent again: by its name each is known to have come before.
      const id = index === 0 ? jobId : `${jobId}-${index}`
      const outcome = await mailer.send({
        id,
        to: { name: words.firstName, address: email },
        ...(letter.brand !== undefined && { fromName: oneLine(letter.brand) }),
        ...(replyTo !== undefined && { replyTo }),
        ...renderLetter(words, letter.brand ?? brand),
      })
      if (outcome.status === 'refused') logger.warn({ topic, reason: outcome.reason }, 'a letter was refused')
      else logger.info({ topic, letter: id }, 'a letter was sent')
    }
  }

  return {
    /** Begins; the job store has been started before. Events since the last run are made up for. */
    async start(): Promise<void> {
      await boss.createQueue(queue)
      // A mail server may be away for hours: 15 s, 30 s, one minute … one hour apart, for about half a day.
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
          logger.warn({ err: error, letter: job.id }, 'a letter could not be sent yet')
          throw error
        }
      })
      await addCursor(db, subscriber)
      outbox.subscribe({
        name: subscriber,
        topics: [...draftOf.keys()],
        async handle(tx, rows) {
          const jobs = rows.map(({ topic, payload }) => ({ data: { topic, payload } }))
          await boss.insert(queue, jobs, { db: inside(tx) })
        },
      })
    },
  }
}

/** Lets the job store write in our transaction. */
function inside(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
