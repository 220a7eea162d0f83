import type { WireHold } from '@terrace/contracts/holds'
import type { WireMoney } from '@terrace/contracts/wire-money'
import { groupByEvent } from '#web/features/holds/basket/basket.ts'
import type { SelectedLine } from '#web/features/holds/basket/selection.ts'

/** A listing to offer, as shown when the broker pressed "Quote". */
export interface QuoteRequestLine {
  listing_id: string
  quantity: number
  category_name: string
  section: string
  row: string
  splits: readonly number[]
  price: WireMoney
}

interface QuoteRequestEvent {
  id: number
  title: string
}

/** Tickets of one event to quote (product.md §5). `currency` is the currency the broker saw prices in. */
export type QuoteRequest = { event: QuoteRequestEvent; currency: string } & (
  | { scope: 'listings'; performerIds: readonly number[]; lines: readonly QuoteRequestLine[] }
  | { scope: 'holds'; holds: readonly WireHold[] }
  | { scope: 'event' }
)

/** Equal for requests of the same offers, so reopening the builder keeps the typed values. */
export function quoteRequestKey(request: QuoteRequest): string {
  return [request.scope, request.event.id, ...offeredIds(request).toSorted()].join(' ')
}

function offeredIds(request: QuoteRequest): string[] {
  if (request.scope === 'event') return []
  return request.scope === 'listings'
    ? request.lines.map(({ listing_id }) => listing_id)
    : request.holds.map(({ hold_id }) => hold_id)
}

export function requestsFromSelection(lines: readonly SelectedLine[]): QuoteRequest[] {
  return groupByEvent(lines, ({ event }) => event).flatMap(({ event, items }): QuoteRequest[] => {
    const [first] = items
    if (!first) return []
    const { price, event: fullEvent } = first
    return [
      {
        scope: 'listings',
        event,
        currency: price.currency,
        performerIds: fullEvent.performer_ids,
        lines: items,
      },
    ]
  })
}

export function requestsFromHolds(holds: readonly WireHold[]): QuoteRequest[] {
  return groupByEvent(holds, ({ event }) => event).flatMap(({ event, items }): QuoteRequest[] => {
    const [first] = items
    return first ? [{ scope: 'holds', event, currency: first.price.currency, holds: items }] : []
  })
}
