import { ConnectionCut } from './faults.ts'
import { signEvent } from './event-signature.ts'
import { markDelivered, takeDueEvents, type SandboxEvent } from './events.repo.ts'
import { repeat, type Repeated } from '../../../shared/repeat.ts'
import type { Sandbox } from './sandbox.ts'

const atOnce = 50

/**
 * Posts what is due to the shop's own door, each until it is answered with a success. Answers how many were delivered. As with
 * every provider an event may come late or twice, and a later one before an earlier.
 */
export async function sendEvents(sandbox: Sandbox): Promise<number> {
  const due = await takeDueEvents(sandbox.db, atOnce)
  let delivered = 0
  for (const event of due) {
    try {
      if (!(await sandbox.faults.strike('event', () => post(sandbox, event)))) continue
    } catch (error) {
      if (!(error instanceof Error)) throw error
      // Lost on its way, or the shop was away: told again later.
      if (!(error instanceof ConnectionCut)) sandbox.onError(error)
      continue
    }
    await markDelivered(sandbox.db, event.id)
    delivered += 1
  }
  return delivered
}

/** Sends by the clock, as long as the process runs. */
export function createEventSender(sandbox: Sandbox): Repeated {
  return repeat({
    everyMs: 500,
    work: () => sendEvents(sandbox),
    onError: (error) => sandbox.onError(error instanceof Error ? error : new Error(String(error))),
  })
}

async function post({ door, webhookSecret }: Sandbox, event: SandboxEvent): Promise<boolean> {
  const raw = JSON.stringify({
    id: event.id,
    object: 'event',
    type: event.type,
    created: Math.floor(event.createdAt.getTime() / 1000),
    data: { object: event.object },
  })
  const signature = signEvent(raw, { secret: await webhookSecret(), at: new Date() })
  const { status } = await door.send(`${door.baseUrl()}/payments/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    body: raw,
    timeoutMs: 10_000,
  })
  return status === 200
}
