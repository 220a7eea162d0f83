import { createClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import type { Bell } from '../bell.port.ts'

/** One for all installations that share the server: another's rings are looks for nothing, and nothing more. */
const channel = 'terrace/outbox'
const mostRetryMs = 1000

/** Rings by a message that says only who rings, on publish and subscribe of Valkey, or of Redis 6 and newer, over one connection. */
export function createValkeyBell({ url, logger }: { url: string; logger: FastifyBaseLogger }): Bell {
  const client = createClient({
    url: url.replace(/^valkey/, 'redis'),
    socket: { reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, mostRetryMs) },
  })
  const self = crypto.randomUUID()
  let isSubscribed = false
  let isLost = false
  let isDue = false
  let isRinging = false

  // One line for an outage, however long it is.
  client.on('error', (error: unknown) => {
    if (isLost) return
    isLost = true
    logger.warn(
      { err: error },
      'Valkey cannot be reached: until it can, the outbox is looked at by the clock',
    )
  })
  client.on('ready', () => {
    if (isLost) logger.info('Valkey can be reached again')
    isLost = false
  })

  const isOpen = () => client.isReady && isSubscribed

  async function listen(onRing: () => void): Promise<void> {
    try {
      // The client itself renews what it had subscribed to.
      if (!isSubscribed) {
        await client.subscribe(channel, (ringer) => {
          if (ringer !== self) onRing()
        })
      }
      isSubscribed = true
    } catch {
      // The connection is gone again: the next one begins anew.
      return
    }
    onRing()
  }

  async function ringWhileDue(): Promise<void> {
    isRinging = true
    while (isDue && isOpen()) {
      isDue = false
      try {
        await client.publish(channel, self)
      } catch {
        // The others look by the clock.
      }
    }
    isRinging = false
  }

  return {
    ring() {
      // What is committed while a message is on its way needs one more after it, but only one.
      isDue = true
      if (!isRinging) void ringWhileDue()
    },
    isHeard: isOpen,
    open(onRing) {
      client.on('ready', () => void listen(onRing))
      // From here on by the clock, and at once: whoever waits for a ring would wait for long.
      client.on('error', () => onRing())
      // It tries again until it is closed, which is how this ends.
      client.connect().catch(() => undefined)
    },
    async close() {
      client.destroy()
    },
  }
}
