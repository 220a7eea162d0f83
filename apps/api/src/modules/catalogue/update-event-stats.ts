import { listingTopics } from '#api/outbox/domain-events.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { addDemand, refreshEventStats, type Demand } from './event-stats.repo.ts'

/** How much one ticket held or sold says of an event beside one look at its page. */
const weights: Readonly<Record<string, number>> = { 'hold.placed': 2, 'hold.sold': 5 }

/**
 * Keeps `event_stats` true to what is on sale (architecture §1). Runs in the transaction that moves its cursor, so no
 * hold counts twice as demand.
 */
export function createEventStatsSubscriber({ clock }: { clock: Clock }): DurableSubscriber {
  return {
    name: 'catalogue.event-stats',
    topics: listingTopics,
    async handle(tx, rows) {
      const eventIds = [...new Set(rows.flatMap((row) => eventIdOf(row) ?? []))].toSorted((a, b) => a - b)
      await refreshEventStats(tx, eventIds, clock.now())
      await addDemand(tx, rows.flatMap(demandOf), clock.now())
    },
  }
}

function eventIdOf({ payload }: OutboxRow): number | undefined {
  const { eventId } = payload
  return typeof eventId === 'number' ? eventId : undefined
}

function demandOf(row: OutboxRow): Demand[] {
  const eventId = eventIdOf(row)
  const weight = weights[row.topic]
  const quantity = row.payload['quantity']
  if (eventId === undefined || weight === undefined || typeof quantity !== 'number') return []
  return [{ eventId, weight: weight * quantity }]
}
