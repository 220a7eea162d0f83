import type { FastifyBaseLogger } from 'fastify'
import { commandSchema, type Command } from '@terrace/pusher-server/command'
import { z } from 'zod'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { recordEvents, type OutboxRow } from '#api/outbox/outbox.repo.ts'

export interface FanOut {
  /** Sends a command to the other processes. */
  forward(command: Command): void
  /** Executes the commands in these rows that other processes forwarded. */
  executeFromOthers(rows: readonly OutboxRow[]): void
  /** Waits until queued commands are written. */
  flush(): Promise<void>
}

interface FanOutOptions {
  db: Db
  logger: FastifyBaseLogger
  execute: (command: Command) => void
}

const maxPending = 5000
const droppedMessages = 'skipped unreadable realtime messages of another process'

const stored = z.object({ origin: z.string(), commands: z.array(commandSchema) })

/**
 * Forwards commands to the other processes through the outbox, many per row. Messages are hints: those that cannot be
 * written are logged and lost.
 */
export function createFanOut({ db, logger, execute }: FanOutOptions): FanOut {
  const origin = crypto.randomUUID()
  let pending: Command[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    while (pending.length > 0) {
      const commands = pending
      pending = []
      try {
        await inTransaction(db, (tx) =>
          recordEvents(tx, [{ topic: 'realtime.message', subject: origin, payload: { origin, commands } }]),
        )
      } catch (error) {
        logger.warn({ err: error, lost: commands.length }, 'lost realtime messages to other processes')
      }
    }
  }

  return {
    forward(command) {
      if (pending.length >= maxPending) {
        logger.warn({ lost: 1 }, 'lost realtime messages to other processes')
        return
      }
      pending.push(command)
      writing ??= write().finally(() => {
        writing = undefined
      })
    },
    executeFromOthers(rows) {
      for (const row of rows) {
        if (row.topic !== 'realtime.message' || row.subject === origin) continue
        const sent = stored.safeParse(row.payload)
        if (!sent.success) logger.warn({ err: sent.error, origin: row.subject }, droppedMessages)
        for (const command of sent.data?.commands ?? []) execute(command)
      }
    },
    async flush() {
      await writing
    },
  }
}
