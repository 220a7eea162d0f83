import type { WireAttentionItem } from '@terrace/contracts/attention'
import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { allInPrice, type BasisPoints } from '@terrace/domain/money/service-fee'
import type { AttentionEvent, DueQuote, DueHolds, LateDelivery, PriceDrop } from './attention.ts'
import type { Attention } from './read-attention.ts'

/**
 * All items, by deadline. Those without one come last: declined and expired quotes, then price drops. `shownQuotes`
 * contains the due quotes as in the quote list.
 */
export function presentItems(
  { holds, quotes, drops, deliveries }: Attention,
  shownQuotes: readonly WireQuote[],
  { now, feeBp }: { now: Date; feeBp: BasisPoints },
): WireAttentionItem[] {
  const quotesById = new Map(shownQuotes.map((quote) => [quote.id, quote]))
  const items = [
    ...holds.map((hold) => ({ actBy: hold.expiresAt.getTime(), item: presentHold(hold) })),
    ...quotes.flatMap((due) => {
      const quote = quotesById.get(due.id)
      return quote ? [{ actBy: quoteDeadline(due, now), item: presentQuote(due, quote) }] : []
    }),
    ...deliveries.map((delivery) => ({
      actBy: future(delivery.event.startsAt, now),
      item: presentDelivery(delivery),
    })),
    ...drops.map((drop) => ({ actBy: Infinity, item: presentDrop(drop, feeBp) })),
  ]
  // The sort is stable, so items without a deadline keep the order above.
  return items.toSorted((left, right) => compare(left.actBy, right.actBy)).map(({ item }) => item)
}

const compare = (left: number, right: number): number => (left === right ? 0 : left - right)

const future = (at: Date, now: Date): number => (at > now ? at.getTime() : Infinity)

const quoteDeadline = ({ kind, expiresAt }: DueQuote, now: Date): number =>
  kind === 'quote_declined' ? Infinity : future(expiresAt, now)

const presentEvent = ({ id, title, slug }: AttentionEvent) => ({ id, title, slug })

function presentHold(hold: DueHolds): WireAttentionItem {
  return {
    kind: 'hold',
    id: hold.holdIds[0],
    event: presentEvent(hold.event),
    hold_ids: hold.holdIds,
    quantity: hold.quantity,
    total: toWireMoney(hold.total),
    expires_at: hold.expiresAt.toISOString(),
    missing_attendees: hold.missingAttendees,
  }
}

function presentQuote(due: DueQuote, quote: WireQuote): WireAttentionItem {
  const { event, totals, totals_range: range } = quote
  const shown = {
    id: quote.id,
    event: { id: event.id, title: event.title, slug: event.slug },
    client: quote.client_name ?? quote.response?.name ?? quote.title,
    total: range
      ? { lowest: range.lowest.client_total, highest: range.highest.client_total }
      : totals && { lowest: totals.client_total, highest: totals.client_total },
    expires_at: quote.expires_at,
  }
  if (due.kind === 'quote_expiring') return { kind: due.kind, ...shown, opened: quote.views.count > 0 }
  return {
    kind: due.kind,
    ...shown,
    responded_at: due.respondedAt.toISOString(),
    version: String(due.respondedAt.getTime()),
  }
}

function presentDrop(drop: PriceDrop, feeBp: BasisPoints): WireAttentionItem {
  return {
    kind: 'price_drop',
    id: drop.listingId,
    version: String(drop.price.minor),
    event: presentEvent(drop.event),
    section: drop.section,
    row: drop.row,
    available: drop.available,
    price: toWireMoney(drop.price),
    price_when_tracked: toWireMoney(drop.priceWhenTracked),
    all_in_price: toWireMoney(allInPrice(drop.price, feeBp)),
    all_in_price_when_tracked: toWireMoney(allInPrice(drop.priceWhenTracked, feeBp)),
  }
}

function presentDelivery(delivery: LateDelivery): WireAttentionItem {
  return {
    kind: 'delivery_late',
    id: delivery.orderId,
    number: delivery.number,
    event: presentEvent(delivery.event),
    quantity: delivery.quantity,
    total: toWireMoney(delivery.total),
    expected_by: delivery.expectedBy.toISOString(),
  }
}
