import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { Db } from '../../db/client.ts'
import type { OutboxTail } from '../../outbox/tail-outbox.ts'
import { findSeatingPlan } from '../catalogue/index.ts'
import { bytesOfAnswer, createSizedCache, keptBytes } from '../listings/index.ts'
import type { QuotedEvent } from './quote.ts'
import { presentQuotePlan } from './visitor.presenter.ts'

interface Entry {
  reading: Promise<Buffer | undefined>
  /** For which it was asked for: of a change of the plan, all that are ahead at the venue are told. */
  eventIds: Set<number>
  until: number
}

/** Nobody relies on having heard of a change for longer. */
const keptMs = 60_000

export interface QuotePlans {
  /** The answer with the plan of the event's venue; undefined where it has none. */
  of(event: Pick<QuotedEvent, 'id' | 'venueId'>): Promise<Buffer | undefined>
}

/** The plans of venues as visitors see them, read, validated and compressed once for all who look at the venue's quotes. */
export function createQuotePlans({
  db,
  outbox,
}: {
  db: Db
  outbox: Pick<OutboxTail, 'onNotice'>
}): QuotePlans {
  const plans = createSizedCache<Entry>(keptBytes.quotePlans)

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

  async function keep(key: string, entry: Entry): Promise<void> {
    const json = await entry.reading
    if (plans.get(key) !== entry) return
    if (json) plans.set(key, entry, bytesOfAnswer(key, { json }))
    else plans.remove(key)
  }

  function open(key: string, venueId: number): Entry {
    const entry: Entry = {
      reading: read(venueId),
      eventIds: new Set(),
      until: performance.now() + keptMs,
    }
    plans.set(key, entry, 0)
    keep(key, entry).catch(() => {
      if (plans.get(key) === entry) plans.remove(key)
    })
    return entry
  }

  return {
    of({ id, venueId }) {
      const key = String(venueId)
      const known = plans.get(key)
      const entry = known && known.until > performance.now() ? known : open(key, venueId)
      entry.eventIds.add(id)
      return entry.reading
    },
  }
}
