import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createSandboxFaults, type SandboxFaults } from './faults.ts'
import { buildServer } from './server.ts'
import { openStore, type Store } from './store/store.ts'
import { purgeOldRows } from './store/purge-old-rows.ts'
import { createEventSender, type EventSender, type PostEvent } from './webhooks/event-sender.ts'

export interface SandboxOptions {
  /** A SQLite file, or `:memory:`. */
  file: string
  /** Of the shop's calls. */
  secretKey: string
  /** Signs events. */
  webhookSecret: string
  /** The shop's name on the bank's page. */
  merchant: string
  postEvent: PostEvent
  logger: FastifyBaseLogger
}

export interface Sandbox {
  store: Store
  faults: SandboxFaults
  events: EventSender
  server: FastifyInstance
  secretKey: string
  webhookSecret: string
  merchant: string
  close(): Promise<void>
}

/** Opens the fake payment provider; the caller lets its server listen and starts its events. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { file, secretKey, webhookSecret, merchant, postEvent, logger } = options
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
