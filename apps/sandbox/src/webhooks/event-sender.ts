import { ConnectionDropped, type SandboxFaults } from '../faults.ts'
import type { Store } from '../store/store.ts'
import { signEvent } from './event-signature.ts'
import { claimDueEvent, markDelivered, retryEventAt, type SandboxEvent } from './events.repo.ts'

/** Posts a signed event to the shop and returns the HTTP status of its response. */
export type PostEvent = (event: { raw: string; signature: string }) => Promise<number>

export interface EventSender {
  /** Delivers what is due and returns how many events the shop has received. */
  sendDue(): Promise<number>
  /** Looks for due events now and from then on. */
  start(): void
  /** Waits for running deliveries. */
  stop(): Promise<void>
}

interface EventSenderOptions {
  store: Store
  faults: SandboxFaults
  webhookSecret: string
  postEvent: PostEvent
  onError: (error: Error) => void
}

const maxConcurrent = 32
/** A payment is usually finished by the time its events arrive. */
const pollMs = 250
const maxRetryDelayMs = 30_000

/**
 * Posts events to the shop's webhook until they succeed, many at a time. As with any gateway, events may arrive late,
 * twice or out of order.
 */
export function createEventSender(options: EventSenderOptions): EventSender {
  const { store } = options
  const running = new Set<Promise<void>>()
  let delivered = 0
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  function startDeliveries(): void {
    while (!isStopped && running.size < maxConcurrent) {
      const event = claimDueEvent(store)
      if (!event) return
      const delivery = run(event)
      running.add(delivery)
      void delivery.finally(() => {
        running.delete(delivery)
        startDeliveries()
      })
    }
  }

  async function run(event: SandboxEvent): Promise<void> {
    if (await deliver(options, event)) delivered += 1
  }

  async function drain(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    async sendDue() {
      const before = delivered
      startDeliveries()
      await drain()
      return delivered - before
    },
    start() {
      timer = setInterval(startDeliveries, pollMs)
      startDeliveries()
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      await drain()
    },
  }
}

/** Whether the shop has received the event. */
async function deliver(options: EventSenderOptions, event: SandboxEvent): Promise<boolean> {
  const { store, faults, onError } = options
  try {
    const status = await faults.runWithFault('event', () => post(options, event))
    if (status === 200) {
      markDelivered(store, event.id)
      return true
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Lost in transit, or the shop was unavailable.
    if (!(error instanceof ConnectionDropped)) onError(error)
  }
  retryEventAt(store, event.id, Date.now() + Math.min(500 * 2 ** event.attemptCount, maxRetryDelayMs))
  return false
}

function post({ webhookSecret, postEvent }: EventSenderOptions, event: SandboxEvent): Promise<number> {
  const raw = JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type,
    created: Math.floor(event.createdAt.getTime() / 1000),
    data: { object: event.object },
  })
  return postEvent({ raw, signature: signEvent(raw, { secret: webhookSecret, at: new Date() }) })
}
