import type { WireQuote, WireQuoteOffer } from '@terrace/contracts/quote-shapes'
import { deliveryLabel, parseDeliveryType } from '@terrace/domain/tickets/delivery-types'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { priceRange, priceText } from '#web/lib/format/price.ts'
import { quoteEventDate } from '#web/features/quotes/quote-texts.ts'
import { clientTotal } from './offer-amounts.tsx'

/* One line each, because copied text with a comma in it becomes one line (spec §9). */

/** An offer as the client may read it: never with a cost, fee or margin. */
export function clientOfferText(quote: Pick<WireQuote, 'event'>, offer: WireQuoteOffer): string {
  const prices = offer.parts
    .map((part) => part.client_price)
    .toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const [lowest, highest] = [prices[0], prices.at(-1)]
  const tickets = formatTickets(offer.quantity)
  const total = priceText(clientTotal(offer))
  const price =
    lowest && offer.quantity > 1
      ? `${tickets} at ${priceRange(lowest, highest)} each, ${total} in total`
      : `${tickets} at ${total}`
  return `${descriptionOf(quote, offer)}. ${price}.`
}

/** An offer for colleagues, with its current cost and fee per ticket. */
export function listingText(quote: Pick<WireQuote, 'event'>, offer: WireQuoteOffer): string {
  const costs = offer.parts.flatMap(({ quantity, cost, service_fee: fee }) =>
    cost ? [`${formatTickets(quantity)}: cost ${priceText(cost)}, fee ${priceText(fee)} each`] : [],
  )
  const cost = costs.length > 0 ? costs.join('; ') : 'No longer available'
  return `${descriptionOf(quote, offer)}. ${cost}. Contains cost, not for clients.`
}

/** 'Arsenal v Chelsea, Sat 08 Mar 31, 17:30, Emirates Stadium, London. Block 25, row 18, Lower tier, Mobile' */
function descriptionOf({ event }: Pick<WireQuote, 'event'>, offer: WireQuoteOffer): string {
  const type = parseDeliveryType(offer.ticket_type)
  const eventText = [event.title, quoteEventDate({ event }), event.venue_name, event.city]
  const seats = [
    offer.section,
    offer.row === '' ? '' : `row ${offer.row}`,
    offer.category_name === offer.section ? '' : offer.category_name,
    type === null ? offer.ticket_type : deliveryLabel(type),
  ]
  return [eventText, seats].map((parts) => parts.filter(Boolean).join(', ')).join('. ')
}
