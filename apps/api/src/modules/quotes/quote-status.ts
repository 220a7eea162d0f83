import { isOnSale } from '@terrace/domain/lifecycles/event-status'
import {
  quoteCan,
  displayQuoteStatus,
  acceptsResponses,
  type QuoteStatus,
} from '@terrace/domain/lifecycles/quote-lifecycle'
import type { Quote } from './quote.ts'
import { isFullyBought } from './purchase/allocate-purchases.ts'

type QuoteLifetime = Pick<Quote, 'state' | 'expiresAt'>

const isExpired = ({ expiresAt }: Pick<Quote, 'expiresAt'>, now: Date): boolean =>
  expiresAt.getTime() <= now.getTime()

export const statusOf = (quote: QuoteLifetime, now: Date): QuoteStatus =>
  displayQuoteStatus(quote.state, isExpired(quote, now))

export const isOpen = (quote: QuoteLifetime, now: Date): boolean =>
  acceptsResponses(quote.state, isExpired(quote, now))

/** Actions the broker may take on the quote now. */
export function actionsOn(
  quote: QuoteLifetime & Pick<Quote, 'event' | 'offers' | 'order' | 'offerChoice'>,
  now: Date,
) {
  const status = statusOf(quote, now)
  const isEventOnSale = isOnSale(quote.event, now)
  return {
    withdraw: quoteCan.withdraw(quote) && status !== 'Expired',
    // An open quote is extended instead.
    reopen: quoteCan.reopen(quote) && status !== 'Active' && isEventOnSale,
    extend: isOpen(quote, now) && isEventOnSale,
    // An accepted quote keeps its agreed price.
    editCommission: status === 'Active' || status === 'Declined' || status === 'Expired',
    // Turn it into an order; nothing to do with currencies.
    convert: quoteCan.order(quote) && isEventOnSale && (quote.order === null || hasMoreToBuy(quote)),
  }
}

/**
 * Whether some offer is not fully bought, even one that the client did not choose. With alternatives, only one offer
 * can be bought.
 */
function hasMoreToBuy({ offers, offerChoice }: Pick<Quote, 'offers' | 'offerChoice'>): boolean {
  return offerChoice === 'one' ? !offers.some(isFullyBought) : offers.some((offer) => !isFullyBought(offer))
}
