import { listingTopics } from '#api/outbox/domain-events.ts'
import type { DurableSubscriber } from '#api/outbox/tail-outbox.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import { addPopularity, countChangedListings, type PopularityChange } from './event-stats.repo.ts'

/** A started payment keeps the tickets reserved, so nothing is counted again. */
const countedTopics = listingTopics.filter((topic) => topic !== 'hold.payment_started')

/** Weight of one ticket held or sold; one page view weighs 1. */
const weights: Readonly<Record<string, number>> = { 'hold.placed': 2, 'hold.sold': 5 }

/**
 * Keeps `event_stats` in sync with the stock on sale. Runs in the transaction that advances the cursor, so each hold
 * counts once towards demand.
 */
export function createEventStatsSubscriber({ clock }: { clock: Clock }): DurableSubscriber {
  return {
    name: 'catalogue.event-stats',
    topics: countedTopics,
    async handle(tx, rows) {
      const listingIds = new Set(
        rows.flatMap(({ payload: { listingId } }) => (typeof listingId === 'string' ? [listingId] : [])),
      )
      await countChangedListings(tx, [...listingIds], clock.now())
      await addPopularity(tx, rows.flatMap(popularityChangesOf), clock.now())
    },
  }
}

function eventIdOf({ payload }: OutboxRow): number | undefined {
  const { eventId } = payload
  return typeof eventId === 'number' ? eventId : undefined
}

function popularityChangesOf(row: OutboxRow): PopularityChange[] {
  const eventId = eventIdOf(row)
  const weight = weights[row.topic]
  const quantity = row.payload['quantity']
  if (eventId === undefined || weight === undefined || typeof quantity !== 'number') return []
  return [{ eventId, weight: weight * quantity }]
}
