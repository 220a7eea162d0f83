import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { createSandboxFaults } from './faults.ts'
import { buildServer } from './server.ts'
import type { ServerParts } from './server-parts.ts'
import { openStore } from './store/store.ts'
import { purgeOldRows } from './store/purge-old-rows.ts'
import { createEventSender, type EventSender, type PostEvent } from './webhooks/event-sender.ts'

export interface SandboxOptions extends Pick<ServerParts, 'secretKey' | 'merchant'> {
  /** A SQLite file, or `:memory:`. */
  file: string
  /** Signs events. */
  webhookSecret: string
  postEvent: PostEvent
  /** Nothing is logged by default. */
  logger?: FastifyBaseLogger
}

export interface Sandbox extends ServerParts {
  events: EventSender
  server: FastifyInstance
  webhookSecret: string
  close(): Promise<void>
}

/** Opens the fake payment provider; the caller lets its server listen and starts its events. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { file, secretKey, webhookSecret, merchant, postEvent } = options
  const logger = options.logger ?? pino({ level: 'silent' })
  const store = openStore(file)
  purgeOldRows(store)
  const faults = createSandboxFaults()
  const events = createEventSender({
    store,
    faults,
    webhookSecret,
    postEvent,
    onError: (error) => logger.warn({ err: error }, 'cannot deliver an event'),
  })
  const server = await buildServer({ store, faults, secretKey, merchant }, logger)
  return {
    store,
    faults,
    events,
    server,
    secretKey,
    webhookSecret,
    merchant,
    async close() {
      await events.stop()
      await server.close()
      store.close()
    },
  }
}
