import { fromWireMoney } from '@terrace/contracts/wire-money'
import type {
  WireVisitorAlternative,
  WireVisitorOffer,
  WireVisitorQuote,
} from '@terrace/contracts/quote-page'
import { parseLocal } from '@terrace/domain/dates'
import { deliveryLabel, parseDeliveryType } from '@terrace/domain/delivery-types'
import { multiplyMoney, type Money } from '@terrace/domain/money'
import { dayText } from './event-words.ts'

/** Facts that an offer shares with its alternatives. */
export type Offered = WireVisitorAlternative

/** `Block 25, Lower tier`; the block alone where it is its category's only one. */
export function placeText({ section, category_name: category }: Offered): string {
  return section.toLowerCase() === category.toLowerCase() ? section : `${section}, ${category}`
}

/** `Row 18, seats 5 to 6`; only what is known of row and seats. Of a longer run the seats are somewhere within it. */
export function seatsText({ general_admission, row, first_seat, last_seat, quantity }: Offered): string {
  if (general_admission) return 'General admission'
  const text = [row === '' ? undefined : `row ${row}`, seatRange(first_seat, last_seat, quantity)]
    .filter(Boolean)
    .join(', ')
  return text === '' ? 'Unreserved seats' : text.charAt(0).toUpperCase() + text.slice(1)
}

function seatRange(first: number | undefined, last = first, quantity: number): string | undefined {
  if (first === undefined || last === undefined) return undefined
  if (first === last) return `seat ${first}`
  return `${last - first + 1 > quantity ? 'within ' : ''}seats ${first} to ${last}`
}

/** `Mobile, by 3 December`: how the tickets come, and when at the latest; `today` is YYYY-MM-DD. */
export function deliveryText(offer: Offered, today: string): string {
  const type = parseDeliveryType(offer.ticket_type)
  const label = type === null ? offer.ticket_type : deliveryLabel(type)
  if (offer.instant_download) return `${label}, instant download`
  const day = parseLocal(offer.in_hand_date)
  if (day === null || offer.in_hand_date <= today) return `${label}, in hand`
  return `${label}, by ${dayText(day)}`
}

/** Where it is, for the ear and for sentences: `Block 25, row 18`. */
export function shortPlace({ section, row, general_admission: isUnreserved }: Offered): string {
  return isUnreserved || row === '' ? section : `${section}, row ${row}`
}

/** Several places in a sentence: `Block 25, row 18, Block 11, row 3 and Club 54`. */
export function placesText(offers: readonly Offered[]): string {
  const places = offers.map((offer) => shortPlace(offer))
  const [last = '', ...others] = places.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** What so many of its tickets cost. Bought at different prices, they have none to multiply: all of them cost their sum. */
export function totalOf({ price, highest_price: highest, total }: Offered, quantity: number): Money {
  return highest === undefined ? multiplyMoney(fromWireMoney(price), quantity) : fromWireMoney(total)
}

/** The number that is chosen first: as many as are offered, else the nearest that can be had, rather fewer. */
export function firstQuantity({ quantity, quantities }: Offered): number | null {
  return quantities.findLast((each) => each <= quantity) ?? quantities[0] ?? null
}

/** What the client has said yes to; of an offer that stands on another page than the one loaded only how many. */
export function acceptedOf({
  answer,
  offers,
}: WireVisitorQuote): { offer: Offered | undefined; quantity: number }[] {
  const known = new Map(
    offers.flatMap((offer): Offered[] => [offer, ...offer.alternatives]).map((offer) => [offer.id, offer]),
  )
  const accepted = answer?.kind === 'accepted' ? answer.offers : []
  return accepted.map(({ offer_id: id, quantity }) => ({ offer: known.get(id), quantity }))
}

/** What the client has said yes to and cannot have any more, or not as many of it. */
export function lostOf(quote: WireVisitorQuote): Offered[] {
  if (quote.status !== 'Accepted') return []
  return acceptedOf(quote).flatMap(({ offer, quantity }) =>
    offer && !offer.quantities.includes(quantity) ? [offer] : [],
  )
}

/** Everything in the quote that can be chosen: the offers that are there, and the alternatives of those that are gone. */
export function choosable(offers: readonly WireVisitorOffer[]): Map<string, Offered> {
  const found = new Map<string, Offered>()
  for (const offer of offers) {
    for (const each of offer.state === 'gone' ? offer.alternatives : [offer]) {
      if (each.quantities.length > 0 && !found.has(each.id)) found.set(each.id, each)
    }
  }
  return found
}
