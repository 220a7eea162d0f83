import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { findSeatingPlan } from '#api/modules/catalogue/index.ts'
import { responseBytes, cacheBudgets } from '#api/modules/listings/index.ts'
import { createLruCache } from '#api/shared/lru-cache.ts'
import type { QuotedEvent } from '../quote.ts'
import { presentQuotePlan } from './client-quote.presenter.ts'

interface Entry {
  reading: Promise<Buffer | undefined>
  /** Events this plan was requested for; a notice for any of them evicts it. */
  eventIds: Set<number>
  until: number
}

/** Bounds staleness when a notice is missed. */
const cacheTtlMs = 60_000

export interface QuotePlans {
  /** The serialised response with the plan of the event's venue, or `undefined`. */
  planForEvent(event: Pick<QuotedEvent, 'id' | 'venueId'>): Promise<Buffer | undefined>
}

/** Caches the public plan of each venue, read and validated once for all clients of its quotes. */
export function createQuotePlans({
  db,
  outbox,
}: {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
}): QuotePlans {
  const plans = createLruCache<Entry>(cacheBudgets.quotePlans)

  outbox.onNotice((rows) => {
    for (const { topic, payload } of rows) {
      const { eventId } = payload
      if (topic === 'feed.stale' && typeof eventId === 'number')
        plans.removeWhere(({ eventIds }) => eventIds.has(eventId))
    }
  })

  async function read(venueId: number): Promise<Buffer | undefined> {
    const plan = await findSeatingPlan(db, venueId)
    if (!plan) return undefined
    return Buffer.from(JSON.stringify(quotePageRoutes.plan.response.parse({ data: presentQuotePlan(plan) })))
  }

  async function storeEntry(key: string, entry: Entry): Promise<void> {
    const json = await entry.reading
    if (plans.get(key) !== entry) return
    if (json) plans.set(key, entry, responseBytes(key, { json }))
    else plans.remove(key)
  }

  function loadEntry(key: string, venueId: number): Entry {
    const entry: Entry = {
      reading: read(venueId),
      eventIds: new Set(),
      until: performance.now() + cacheTtlMs,
    }
    plans.set(key, entry, 0)
    storeEntry(key, entry).catch(() => {
      if (plans.get(key) === entry) plans.remove(key)
    })
    return entry
  }

  return {
    planForEvent({ id, venueId }) {
      const key = String(venueId)
      const cached = plans.get(key)
      const entry = cached && cached.until > performance.now() ? cached : loadEntry(key, venueId)
      entry.eventIds.add(id)
      return entry.reading
    },
  }
}
