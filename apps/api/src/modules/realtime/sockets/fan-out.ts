import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../db/client.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { recordEvents, type OutboxRow } from '../../../outbox/outbox.repo.ts'
import type { Message } from './frames.ts'

/** What every process with sockets must do. */
export type Order = ({ kind: 'message' } & Message) | { kind: 'terminate'; userId: string }

export interface FanOut {
  /** Carried out here at once, elsewhere when the other process reads it. */
  send(order: Order): void
  /** Carries out what other processes have sent. */
  read(rows: readonly OutboxRow[]): void
  /** Waits until what was sent is written. */
  settle(): Promise<void>
}

interface FanOutOptions {
  db: Db
  logger: FastifyBaseLogger
  carryOut: (order: Order) => void
}

const maxWaiting = 5000
const leftOut = 'realtime messages of another process were left out'

const order = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    channels: z.array(z.string()),
    event: z.string(),
    json: z.string(),
    except: z.string().optional(),
    userId: z.string().optional(),
  }),
  z.object({ kind: z.literal('terminate'), userId: z.string() }),
])
const stored = z.object({ origin: z.string(), orders: z.array(order) })

/**
 * Carries messages between processes through the outbox: many in one row, written while the next gather. They are hints;
 * what is not written because the database is away is lost, and said in the log.
 */
export function createFanOut({ db, logger, carryOut }: FanOutOptions): FanOut {
  const origin = crypto.randomUUID()
  let waiting: Order[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (waiting.length > 0) {
      const orders = waiting
      waiting = []
      try {
        await inTransaction(db, (tx) =>
          recordEvents(tx, [{ topic: 'realtime.message', subject: origin, payload: { origin, orders } }]),
        )
      } catch (error) {
        logger.warn({ err: error, lost: orders.length }, 'realtime messages were lost to other processes')
      }
    }
  }

  return {
    send(order) {
      carryOut(order)
      if (waiting.length >= maxWaiting) {
        logger.warn({ lost: 1 }, 'realtime messages were lost to other processes')
        return
      }
      waiting.push(order)
      writing ??= write().finally(() => {
        writing = undefined
      })
    },
    read(rows) {
      for (const row of rows) {
        if (row.topic !== 'realtime.message' || row.subject === origin) continue
        const sent = stored.safeParse(row.payload)
        if (!sent.success) logger.warn({ err: sent.error, origin: row.subject }, leftOut)
        for (const order of sent.data?.orders ?? []) carryOut(order)
      }
    },
    async settle() {
      await writing
    },
  }
}
