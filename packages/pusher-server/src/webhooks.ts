import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { PusherApp } from './pusher-app.ts'
import { createDepartureDelay, type WebhookEvent } from './webhook-events.ts'

export interface WebhookOptions {
  urls: readonly string[]
  /** How long a departure is held back. */
  delayMs?: number
  /** The pause before the first retry; it doubles. */
  retryMs?: number
}

export interface Webhooks {
  record(event: WebhookEvent): void
  /** Sends what is left, once. */
  close(): Promise<void>
}

const maxQueued = 10_000
const maxBatch = 100
const giveUpMs = 300_000
const timeoutMs = 10_000

/** Posts signed events to each URL, in order. A URL that fails gets its events again for five minutes. */
export function createWebhooks(
  { urls, delayMs = 3000, retryMs = 1000 }: WebhookOptions,
  { app, now, logger }: { app: PusherApp; now: () => Date; logger: FastifyBaseLogger },
): Webhooks {
  const closing = new AbortController()
  const receivers = urls.map((url) => createReceiver(url))
  const departures = createDepartureDelay(delayMs, (event) => {
    for (const receiver of receivers) receiver.push(event)
  })

  function createReceiver(url: string) {
    const queue: WebhookEvent[] = []
    let sending: Promise<void> | undefined

    async function drain(): Promise<void> {
      // Events of the same moment travel together.
      await Promise.resolve()
      while (queue.length > 0) await deliver(queue.splice(0, maxBatch))
    }

    async function deliver(events: WebhookEvent[]): Promise<void> {
      const body = JSON.stringify({ time_ms: now().getTime(), events })
      const start = performance.now()
      for (let pauseMs = retryMs; !(await post(url, body)); pauseMs *= 2) {
        if (closing.signal.aborted || performance.now() - start + pauseMs > giveUpMs) {
          logger.error({ url, events: events.length }, 'webhook events were not delivered')
          return
        }
        await wait(pauseMs, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)
      }
    }

    return {
      push(event: WebhookEvent): void {
        if (queue.length >= maxQueued) {
          queue.shift()
          logger.error({ url }, 'a webhook event was dropped because too many are waiting')
        }
        queue.push(event)
        sending ??= drain().finally(() => {
          sending = undefined
        })
      },
      whenIdle: () => sending ?? Promise.resolve(),
    }
  }

  async function post(url: string, body: string): Promise<boolean> {
    try {
      const { ok } = await fetch(url, {
        method: 'POST',
        body,
        // Events go to the configured receiver only.
        redirect: 'error',
        headers: {
          'content-type': 'application/json',
          'x-pusher-key': app.key,
          'x-pusher-signature': createHmac('sha256', app.secret).update(body).digest('hex'),
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
      return ok
    } catch (error) {
      logger.warn({ err: error, url }, 'a webhook could not be reached')
      return false
    }
  }

  return {
    record: (event) => departures.record(event),
    async close() {
      departures.flush()
      closing.abort()
      await Promise.all(receivers.map((receiver) => receiver.whenIdle()))
    },
  }
}
