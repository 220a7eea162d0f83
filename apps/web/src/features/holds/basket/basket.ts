import type { WireHold } from '@terrace/contracts/holds'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { isFullReleaseScheduled } from '#web/features/holds/release/scheduled-release.ts'
import { addMoney, multiplyMoney, type Money } from '@terrace/domain/money/money'

export interface Basket {
  holds: readonly WireHold[]
  tickets: number
  sellers: string[]
  /** One total per currency; a checkout pays in only one of them. */
  totals: BasketTotals[]
  /** Earliest expiry among active holds; `null` while all of them are being paid for. */
  expiresAt: string | null
  isPaying: boolean
  /** The quote that all holds belong to, if they share one. */
  quoteId: string | undefined
}

export interface BasketTotals {
  tickets: Money
  fee: Money
  total: Money
}

/** Adds up the team's holds at the prices frozen when they were placed. */
export function basketOf(holds: readonly WireHold[]): Basket {
  return {
    holds,
    tickets: holds.reduce((total, hold) => total + hold.quantity, 0),
    sellers: [...new Set(holds.map((hold) => hold.listing.seller_name))],
    totals: addTotals(holds.map(holdTotals)),
    expiresAt: earliestExpiry(holds),
    isPaying: holds.some((hold) => hold.state === 'paying'),
    quoteId: holds.every((hold) => hold.quote_ref === holds[0]?.quote_ref) ? holds[0]?.quote_ref : undefined,
  }
}

/**
 * The holds that checkout buys: active ones whose release is not scheduled. If there are none, all active ones, which
 * cancels their release. If no hold is active, all: they are being paid for.
 */
export function holdsToBuy(holds: readonly WireHold[]): readonly WireHold[] {
  const active = holds.filter(({ state }) => state === 'active')
  const notReleasing = active.filter((hold) => !isFullReleaseScheduled(hold))
  if (notReleasing.length > 0) return notReleasing
  return active.length > 0 ? active : holds
}

/** Earliest expiry among active holds, or `null` when none can expire. */
export function earliestExpiry(holds: readonly WireHold[]): string | null {
  const expiries = holds.filter((hold) => hold.state === 'active').map((hold) => hold.expires_at)
  // ISO timestamps in UTC sort as text.
  return expiries.toSorted()[0] ?? null
}

/** Totals per currency; amounts in different currencies are never added. */
export function addTotals(lines: readonly BasketTotals[]): BasketTotals[] {
  const totals = new Map<string, BasketTotals>()
  for (const line of lines) {
    const total = totals.get(line.total.currency)
    totals.set(
      line.total.currency,
      total
        ? {
            tickets: addMoney(total.tickets, line.tickets),
            fee: addMoney(total.fee, line.fee),
            total: addMoney(total.total, line.total),
          }
        : line,
    )
  }
  return [...totals.values()]
}

export function holdTotals(hold: WireHold): BasketTotals {
  const tickets = multiplyMoney(fromWireMoney(hold.price), hold.quantity)
  const fee = multiplyMoney(fromWireMoney(hold.service_fee), hold.quantity)
  return { tickets, fee, total: addMoney(tickets, fee) }
}

/** Groups items by event and keeps their order. */
export function groupByEvent<Item>(
  items: readonly Item[],
  eventOf: (item: Item) => { id: number; title: string },
): { event: { id: number; title: string }; items: Item[] }[] {
  const groups = new Map<number, { event: { id: number; title: string }; items: Item[] }>()
  for (const item of items) {
    const event = eventOf(item)
    const group = groups.get(event.id)
    if (group) group.items.push(item)
    else groups.set(event.id, { event, items: [item] })
  }
  return [...groups.values()]
}

/** For example `Block 25 · R 18`. */
export function sectionAndRow({ listing }: { listing: { section: string; row: string } }): string {
  return listing.row === '' ? listing.section : `${listing.section} · R ${listing.row}`
}
