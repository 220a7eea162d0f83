import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { inChildSpan } from '#api/tracing/active-span.ts'
import type { WakeUpChannel } from '../wake-up.port.ts'

/** Shared by all installations on one server; a wake-up from another one costs one extra poll. */
const channel = 'terrace/outbox'
const maxRetryMs = 1000
const valkeySpan = { kind: 'client', attributes: { 'peer.service': 'valkey' } } as const

/** Wake-ups over publish and subscribe of Valkey, or Redis 6 and newer, on one connection. */
export function createValkeyWakeUp({
  url,
  logger,
}: {
  url: string
  logger: FastifyBaseLogger
}): WakeUpChannel {
  const client = createClient({
    url: url.replace(/^valkey/, 'redis'),
    socket: { reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, maxRetryMs) },
  })
  const processId = crypto.randomUUID()
  let isSubscribed = false
  let isDisconnected = false
  let isPublishDue = false
  let isPublishing = false

  // One log line per outage.
  client.on('error', (error: unknown) => {
    if (isDisconnected) return
    isDisconnected = true
    logger.warn({ err: error }, 'Valkey unreachable; falling back to polling the outbox')
  })
  client.on('ready', () => {
    if (isDisconnected) logger.info('Valkey reachable again')
    isDisconnected = false
  })

  const isOpen = () => client.isReady && isSubscribed

  async function listen(onWakeUp: () => void): Promise<void> {
    try {
      // The client renews its subscriptions itself.
      if (!isSubscribed) {
        await client.subscribe(channel, (senderId) => {
          if (senderId !== processId) onWakeUp()
        })
      }
      isSubscribed = true
    } catch {
      // The connection was lost again; the next one starts over.
      return
    }
    onWakeUp()
  }

  async function publishWhileDue(): Promise<void> {
    isPublishing = true
    while (isPublishDue && isOpen()) {
      isPublishDue = false
      try {
        await inChildSpan('valkey.publish', valkeySpan, () => client.publish(channel, processId))
      } catch {
        // The other processes poll.
      }
    }
    isPublishing = false
  }

  return {
    notify() {
      // A commit while a message is in flight needs one more message, not several.
      isPublishDue = true
      if (!isPublishing) void publishWhileDue()
    },
    isConnected: isOpen,
    open(onWakeUp) {
      client.on('ready', () => void listen(onWakeUp))
      // Poll at once from now on: wake-ups may be missed.
      client.on('error', () => onWakeUp())
      // The client reconnects until it is closed, which rejects this promise.
      client.connect().catch(() => undefined)
    },
    async close() {
      client.destroy()
    },
  }
}
