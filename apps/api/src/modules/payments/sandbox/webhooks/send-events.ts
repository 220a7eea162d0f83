import { ConnectionDropped } from '../faults.ts'
import { signEvent } from './event-signature.ts'
import { markDelivered, claimDueEvents, type SandboxEvent } from './events.repo.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import type { Sandbox } from '../sandbox.ts'

const batchSize = 50

/**
 * Posts due events to the shop's webhook until they succeed, and returns the number delivered. As with any gateway,
 * events may arrive late, twice or out of order.
 */
export async function sendEvents(sandbox: Sandbox): Promise<number> {
  const due = await claimDueEvents(sandbox.db, batchSize)
  let delivered = 0
  for (const event of due) {
    try {
      if (!(await sandbox.faults.runWithFault('event', () => post(sandbox, event)))) continue
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // Lost in transit or the shop was unavailable; retried later.
      if (!(error instanceof ConnectionDropped)) sandbox.onError(error)
      continue
    }
    await markDelivered(sandbox.db, event.id)
    delivered += 1
  }
  return delivered
}

export function createSandboxEventSender(sandbox: Sandbox): BackgroundLoop {
  return createBackgroundLoop({
    intervalMs: 500,
    work: () => sendEvents(sandbox),
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
