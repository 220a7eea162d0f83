import type { WireHold } from '@terrace/contracts/holds'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { addMoney, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money'

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
}

export interface BasketTotals {
  tickets: Money
  fee: Money
  total: Money
}

/** What the team holds, added up from the prices frozen at holding. */
export function basketOf(holds: readonly WireHold[]): Basket {
  const lapsing = holds.filter((hold) => hold.state === 'active').map((hold) => hold.expires_at)
  const currencies = [...new Set(holds.map((hold) => hold.price.currency))]
  return {
    holds,
    tickets: holds.reduce((sum, hold) => sum + hold.quantity, 0),
    sellers: [...new Set(holds.map((hold) => hold.listing.seller_name))],
    totals: currencies.map((currency) => totalsIn(holds, currency)),
    // ISO instants in UTC sort as text.
    expiresAt: lapsing.toSorted()[0] ?? null,
    isPaying: holds.some((hold) => hold.state === 'paying'),
  }
}

function totalsIn(holds: readonly WireHold[], currency: string): BasketTotals {
  const lines = holds.filter((hold) => hold.price.currency === currency).map(holdTotals)
  const tickets = sumMoney(
    lines.map((line) => line.tickets),
    currency,
  )
  const fee = sumMoney(
    lines.map((line) => line.fee),
    currency,
  )
  return { tickets, fee, total: addMoney(tickets, fee) }
}

/** Price and fee of one hold, over its quantity. */
export function holdTotals(hold: WireHold): BasketTotals {
  const tickets = multiplyMoney(fromWireMoney(hold.price), hold.quantity)
  const fee = multiplyMoney(fromWireMoney(hold.service_fee), hold.quantity)
  return { tickets, fee, total: addMoney(tickets, fee) }
}

/** `Block 25 · R 18`. */
export function placeText({ listing }: Pick<WireHold, 'listing'>): string {
  return listing.row === '' ? listing.section : `${listing.section} · R ${listing.row}`
}
