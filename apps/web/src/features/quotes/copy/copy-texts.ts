import type { WireQuote, WireQuoteOffer } from '@terrace/contracts/quote-shapes'
import { formatMoney, multiplyMoney, type Money } from '@terrace/domain/money/money'
import { deliveryLabel, parseDeliveryType } from '@terrace/domain/tickets/delivery-types'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { eventDateText } from '#web/lib/format/event-date-text.ts'
import { priceRange, priceText } from '#web/lib/format/price.ts'
import { clientTotal } from '#web/features/quotes/detail/offer-amounts.tsx'

/* One line each, because copied text with a comma in it becomes one line (spec §9). */

/** Event and seats of a copied text. */
export interface CopiedSeats {
  event: Pick<
    WireQuote['event'],
    'title' | 'event_date_local' | 'date_confirmed' | 'time_confirmed' | 'venue_name' | 'city'
  >
  section: string
  row: string
  category_name: string
  ticket_type: string
}

/** An offer as the client may read it: never with a cost, fee or margin. */
export function clientOfferText(quote: Pick<WireQuote, 'event'>, offer: WireQuoteOffer): string {
  const prices = offer.parts
    .map((part) => part.client_price)
    .toSorted((a, b) => Number(a.amount) - Number(b.amount))
  const [lowest, highest] = [prices[0], prices.at(-1)]
  const each = lowest ? priceRange(lowest, highest) : null
  return clientText({ ...offer, event: quote.event }, offer.quantity, {
    each,
    total: priceText(clientTotal(offer)),
  })
}

/** Tickets of a listing at this client price. */
export function clientListingText(seats: CopiedSeats, quantity: number, price: Money): string {
  return clientText(seats, quantity, {
    each: formatMoney(price),
    total: formatMoney(multiplyMoney(price, quantity)),
  })
}

function clientText(
  seats: CopiedSeats,
  quantity: number,
  { each, total }: { each: string | null; total: string },
): string {
  const tickets = formatTickets(quantity)
  const price =
    each !== null && quantity > 1 ? `${tickets} at ${each} each, ${total} in total` : `${tickets} at ${total}`
  return `${descriptionOf(seats)}. ${price}.`
}

/** An offer for colleagues, with its current cost and fee per ticket. */
export function costOfferText(quote: Pick<WireQuote, 'event'>, offer: WireQuoteOffer): string {
  const costs = offer.parts.flatMap(({ quantity, cost, service_fee: fee }) =>
    cost ? [costPart(quantity, priceText(cost), priceText(fee))] : [],
  )
  return costText({ ...offer, event: quote.event }, costs)
}

/** Tickets of a listing for colleagues, with cost and fee per ticket. */
export function costListingText(
  seats: CopiedSeats,
  quantity: number,
  { price, fee }: { price: Money; fee: Money },
): string {
  return costText(seats, [costPart(quantity, formatMoney(price), formatMoney(fee))])
}

const costPart = (quantity: number, cost: string, fee: string) =>
  `${formatTickets(quantity)}: cost ${cost}, fee ${fee} each`

function costText(seats: CopiedSeats, costs: readonly string[]): string {
  const cost = costs.length > 0 ? costs.join('; ') : 'No longer available'
  return `${descriptionOf(seats)}. ${cost}. Contains cost, not for clients.`
}

/** 'Arsenal v Chelsea, Sat 08 Mar 31, 17:30, Emirates Stadium, London. Block 25, row 18, Lower tier, Mobile' */
function descriptionOf({ event, section, row, category_name: category, ticket_type }: CopiedSeats): string {
  const type = parseDeliveryType(ticket_type)
  const seats = [
    section,
    row === '' ? '' : `row ${row}`,
    category === section ? '' : category,
    type === null ? ticket_type : deliveryLabel(type),
  ]
  return [[event.title, eventDateText(event), event.venue_name, event.city], seats]
    .map((parts) => parts.filter(Boolean).join(', '))
    .join('. ')
}
