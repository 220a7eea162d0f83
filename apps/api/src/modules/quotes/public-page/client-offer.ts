import type { Money } from '@terrace/domain/money/money'
import type { TicketDescription } from '../create/ticket-description.ts'
import type { PricedListing } from '#api/modules/listings/index.ts'
import type { PricingContext } from '../pricing/pricing-context.ts'

/** Tickets as offered to a client, with the client price only. */
export interface ClientOffer {
  id: string
  description: TicketDescription
  quantity: number
  /** Per ticket; the lowest price when tickets were bought at different prices. */
  clientPrice: Money
  /** Highest price and total, when tickets were bought at different prices. */
  priceRange: { highest: Money; total: Money } | null
  /** Quantities that can be chosen now. */
  quantities: readonly number[]
  /** `short`: some tickets can be bought, but not the offered quantity. */
  state: 'available' | 'short' | 'unavailable'
  alternatives: readonly ClientOffer[]
}

/** Inputs for pricing a client's page. Contains costs, so it must never be sent. */
export interface QuotePricingContext extends PricingContext {
  /** By ascending price. */
  listings: readonly PricedListing[]
}
