import type { WireHold } from '@terrace/contracts/holds'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { addMoney, multiplyMoney, type Money } from '@terrace/domain/money'

export interface Basket {
  holds: readonly WireHold[]
  tickets: number
  sellers: string[]
  /** One figure for each currency; a checkout can only pay one of them. */
  totals: BasketTotals[]
  /** Earliest end among the holds that can lapse; null while a payment keeps them all. */
  expiresAt: string | null
  /** A payment runs for some of them. */
  isPaying: boolean
  /** The quote that every one of them is held for, if there is one. */
  quoteRef: string | undefined
}

export interface BasketTotals {
  tickets: Money
  fee: Money
  total: Money
}

/** What the team holds, added up from the prices frozen at holding. */
export function basketOf(holds: readonly WireHold[]): Basket {
  return {
    holds,
    tickets: holds.reduce((sum, hold) => sum + hold.quantity, 0),
    sellers: [...new Set(holds.map((hold) => hold.listing.seller_name))],
    totals: addTotals(holds.map(holdTotals)),
    expiresAt: firstEnd(holds),
    isPaying: holds.some((hold) => hold.state === 'paying'),
    quoteRef: holds.every((hold) => hold.quote_ref === holds[0]?.quote_ref) ? holds[0]?.quote_ref : undefined,
  }
}

/**
 * What the checkout buys of it: a payment that waits for its bank keeps nobody from buying what else is held meanwhile. Where
 * all of it is being paid for, it is what that payment is about.
 */
export function toBeBought(holds: readonly WireHold[]): readonly WireHold[] {
  const free = holds.filter(({ state }) => state === 'active')
  return free.length > 0 ? free : holds
}

/** The earliest end among the holds that can lapse; null where none can. */
export function firstEnd(holds: readonly WireHold[]): string | null {
  const lapsing = holds.filter((hold) => hold.state === 'active').map((hold) => hold.expires_at)
  // ISO instants in UTC sort as text.
  return lapsing.toSorted()[0] ?? null
}

/** The sum of the lines of each currency: two currencies cannot be added. */
export function addTotals(lines: readonly BasketTotals[]): BasketTotals[] {
  const sums = new Map<string, BasketTotals>()
  for (const line of lines) {
    const sum = sums.get(line.total.currency)
    sums.set(
      line.total.currency,
      sum
        ? {
            tickets: addMoney(sum.tickets, line.tickets),
            fee: addMoney(sum.fee, line.fee),
            total: addMoney(sum.total, line.total),
          }
        : line,
    )
  }
  return [...sums.values()]
}

/** Price and fee of one hold, over its quantity. */
export function holdTotals(hold: WireHold): BasketTotals {
  const tickets = multiplyMoney(fromWireMoney(hold.price), hold.quantity)
  const fee = multiplyMoney(fromWireMoney(hold.service_fee), hold.quantity)
  return { tickets, fee, total: addMoney(tickets, fee) }
}

/** In groups of one event each, in the order in which they come. */
export function byEvent<Item>(
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

/** `Block 25 · R 18`. */
export function placeText({ listing }: { listing: { section: string; row: string } }): string {
  return listing.row === '' ? listing.section : `${listing.section} · R ${listing.row}`
}
