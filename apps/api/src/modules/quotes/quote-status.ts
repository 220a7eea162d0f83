import { isOnSale } from '@terrace/domain/event-status'
import { quoteCan, shownQuoteStatus, takesAnswers, type QuoteStatus } from '@terrace/domain/quote-lifecycle'
import type { Quote } from './quote.ts'
import { isBought } from './share-bought.ts'

type Judged = Pick<Quote, 'state' | 'expiresAt'>

/** It ends with the second that it names. */
const isOver = ({ expiresAt }: Pick<Quote, 'expiresAt'>, now: Date): boolean =>
  expiresAt.getTime() <= now.getTime()

export const statusOf = (quote: Judged, now: Date): QuoteStatus =>
  shownQuoteStatus(quote.state, isOver(quote, now))

export const isOpen = (quote: Judged, now: Date): boolean => takesAnswers(quote.state, isOver(quote, now))

/** What its broker may do with a quote now. */
export function actionsOn(quote: Judged & Pick<Quote, 'event' | 'offers' | 'order'>, now: Date) {
  const status = statusOf(quote, now)
  const hasEvent = isOnSale(quote.event, now)
  return {
    withdraw: quoteCan.withdraw(quote) && status !== 'Expired',
    // One that stands is extended instead.
    revive: quoteCan.revive(quote) && status !== 'Active' && hasEvent,
    extend: isOpen(quote, now) && hasEvent,
    // What a client has said yes to keeps its price.
    editCommission: status === 'Active' || status === 'Declined' || status === 'Expired',
    // Once something was bought, only where something is left of it, be it what the client has not chosen.
    convert:
      quoteCan.order(quote) &&
      hasEvent &&
      (quote.order === null || quote.offers.some((offer) => !isBought(offer))),
  }
}
