import { ConnectionDropped } from '../faults.ts'
import { signEvent } from './event-signature.ts'
import { markDelivered, claimDueEvents, type SandboxEvent } from './events.repo.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import type { Sandbox } from '../sandbox.ts'

const batchSize = 160
const postsAtOnce = 16
/** Full batches in a row, so that an order rate of hundreds per second leaves no backlog; then the process may end. */
const maxBatches = 20

/**
 * Posts due events to the shop's webhook until they succeed, and returns the number delivered. As with any gateway,
 * events may arrive late, twice or out of order.
 */
export async function sendEvents(sandbox: Sandbox): Promise<number> {
  const due = await claimDueEvents(sandbox.db, batchSize)
  let delivered = 0
  for (let from = 0; from < due.length; from += postsAtOnce) {
    const group = due.slice(from, from + postsAtOnce)
    const outcomes = await Promise.all(group.map((event) => deliver(sandbox, event)))
    const ids = group.filter((_, index) => outcomes[index]).map(({ id }) => id)
    if (ids.length > 0) await markDelivered(sandbox.db, ids)
    delivered += ids.length
  }
  return delivered
}

/** Whether the shop has received the event. */
async function deliver(sandbox: Sandbox, event: SandboxEvent): Promise<boolean> {
  try {
    return await sandbox.faults.runWithFault('event', () => post(sandbox, event))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // Lost in transit or the shop was unavailable; retried later.
    if (!(error instanceof ConnectionDropped)) sandbox.onError(error)
    return false
  }
}

export function createSandboxEventSender(sandbox: Sandbox): BackgroundLoop {
  return createBackgroundLoop({
    intervalMs: 500,
    async work() {
      for (let batch = 0; batch < maxBatches && (await sendEvents(sandbox)) === batchSize; batch += 1);
    },
    onError: (error) => sandbox.onError(error instanceof Error ? error : new Error(String(error))),
  })
}

async function post({ loopbackClient, webhookSecret }: Sandbox, event: SandboxEvent): Promise<boolean> {
  const raw = JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type,
    created: Math.floor(event.createdAt.getTime() / 1000),
    data: { object: event.object },
  })
  const signature = signEvent(raw, { secret: await webhookSecret(), at: new Date() })
  const { status } = await loopbackClient.send(`${loopbackClient.baseUrl()}/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    body: raw,
    timeoutMs: 10_000,
  })
  return status === 200
}
