import type { Money } from '@terrace/domain/money'
import type { QuotedFacts } from '../../db/quote-tables.ts'
import type { PricedListing } from '../listings/index.ts'
import type { Stock } from './price-offers.ts'

/** Tickets as a visitor is offered them: at the client's price, with nothing of what it is made of. */
export interface VisitorOffer {
  id: string
  facts: QuotedFacts
  quantity: number
  /** Per ticket; of tickets that were bought at different prices the lowest. */
  price: Money
  /** Where they were bought at different prices. */
  mixed: { highest: Money; total: Money } | null
  /** Numbers of tickets that may be chosen now. */
  quantities: readonly number[]
  state: 'available' | 'short' | 'gone'
  alternatives: readonly VisitorOffer[]
}

/** The event's stock in the quote's currency. */
export interface VisitorStock extends Stock {
  /** The cheapest first. */
  rows: readonly PricedListing[]
}
