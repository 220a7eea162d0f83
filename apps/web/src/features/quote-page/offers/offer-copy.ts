import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { WireClientAlternative, WireClientOffer, WireClientQuote } from '@terrace/contracts/quote-page'
import { parseLocal } from '@terrace/domain/time/dates'
import { deliveryLabel, parseDeliveryType } from '@terrace/domain/tickets/delivery-types'
import { compareMoney, formatMoney, multiplyMoney, sumMoney, type Money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { amountRange } from '#web/lib/format/price.ts'
import { dayText } from '#web/features/quote-page/header/event-copy.ts'

/** The fields that an offer shares with its alternatives. */
export type OfferDetails = WireClientAlternative

/** `Block 25, Lower tier`; the section alone when the category has the same name. */
export function sectionLabel({ section, category_name: category }: OfferDetails): string {
  return section.toLowerCase() === category.toLowerCase() ? section : `${section}, ${category}`
}

/** The known parts of `Row 18, seats 5 to 6`. A range longer than the quantity reads `within seats 5 to 9`. */
export function seatsText({
  general_admission,
  row,
  first_seat,
  last_seat,
  seats,
  quantity,
}: OfferDetails): string {
  if (general_admission) return 'General admission'
  const text = [row === '' ? undefined : `row ${row}`, seatRange(first_seat, last_seat, quantity, seats)]
    .filter(Boolean)
    .join(', ')
  return text === '' ? 'Unreserved seats' : text.charAt(0).toUpperCase() + text.slice(1)
}

function seatRange(
  first: number | undefined,
  last = first,
  quantity: number,
  seats?: readonly number[],
): string | undefined {
  if (first === undefined || last === undefined) return undefined
  if (first === last) return `seat ${first}`
  const count = seats?.length ?? last - first + 1
  return `${count > quantity ? 'within ' : ''}seats ${seats?.join(', ') ?? `${first} to ${last}`}`
}

/** Delivery type and latest day: `Mobile, by 3 December`. `today` is YYYY-MM-DD. */
export function deliveryText(offer: OfferDetails, today: string): string {
  const type = parseDeliveryType(offer.ticket_type)
  const label = type === null ? offer.ticket_type : deliveryLabel(type)
  if (offer.instant_download) return `${label}, instant download`
  const day = parseLocal(offer.in_hand_date)
  if (day === null || offer.in_hand_date <= today) return `${label}, in hand`
  return `${label}, by ${dayText(day)}`
}

/** A short location for sentences and labels: `Block 25, row 18`. */
export function shortSeatLabel({ section, row, general_admission: isUnreserved }: OfferDetails): string {
  return isUnreserved || row === '' ? section : `${section}, row ${row}`
}

/** Joins locations in a sentence: `Block 25, row 18, Block 11, row 3 and Club 54`. */
export function seatLabelList(offers: readonly OfferDetails[]): string {
  const labels = offers.map((offer) => shortSeatLabel(offer))
  const [last = '', ...others] = labels.toReversed()
  return others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
}

/** Price of a quantity. Tickets bought at different prices have no unit price, so their total applies. */
export function totalOf({ price, highest_price: highest, total }: OfferDetails, quantity: number): Money {
  return highest === undefined ? multiplyMoney(fromWireMoney(price), quantity) : fromWireMoney(total)
}

/** The quantity selected by default: the offered one, or the nearest available one, preferring fewer. */
export function defaultQuantity({ quantity, quantities }: OfferDetails): number | null {
  return quantities.findLast((each) => each <= quantity) ?? quantities[0] ?? null
}

/** The accepted offers. `offer` is `undefined` for offers on pages that have not been loaded. */
export function acceptedOffers({
  response,
  offers,
}: WireClientQuote): { offer: OfferDetails | undefined; quantity: number }[] {
  const offersById = new Map(
    offers
      .flatMap((offer): OfferDetails[] => [offer, ...offer.alternatives])
      .map((offer) => [offer.id, offer]),
  )
  const accepted = response?.kind === 'accepted' ? response.offers : []
  return accepted.map(({ offer_id: id, quantity }) => ({ offer: offersById.get(id), quantity }))
}

/** Accepted offers that are no longer available in the accepted quantity. */
export function unavailableOffers(quote: WireClientQuote): OfferDetails[] {
  if (quote.status !== 'Accepted') return []
  return acceptedOffers(quote).flatMap(({ offer, quantity }) =>
    offer && !offer.quantities.includes(quantity) ? [offer] : [],
  )
}

/** Price range of the alternatives: '£412.00–£640.00'; `null` if the offers add up. */
export function choiceRange({ offer_choice: choice, overview, offers }: WireClientQuote): string | null {
  const totals = offers
    .flatMap((offer) => (offer.state === 'unavailable' ? [] : [fromWireMoney(offer.total)]))
    .toSorted(compareMoney)
  const [lowest, highest] = [totals[0], totals.at(-1)]
  // A whole event has no fixed list of offers.
  if (choice !== 'one' || overview || offers.length < 2 || !lowest || !highest) return null
  return amountRange(lowest, highest)
}

/**
 * 'All 2 offers: 4 tickets for £544.00' if the offers add up, or 'All 2 available offers: …' if some are gone; `null` if
 * fewer than two are available.
 */
export function commonTotalText({
  offer_choice: choice,
  overview,
  offers,
  currency,
}: WireClientQuote): string | null {
  const available = offers.flatMap((offer) => {
    const quantity = offer.state === 'unavailable' ? null : defaultQuantity(offer)
    return quantity === null ? [] : [{ quantity, total: totalOf(offer, quantity) }]
  })
  // A whole event has no fixed list of offers.
  if (choice === 'one' || overview || available.length < 2) return null
  const tickets = available.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = sumMoney(
    available.map((offer) => offer.total),
    currency,
  )
  const which = available.length < offers.length ? 'available offers' : 'offers'
  return `All ${available.length} ${which}: ${formatTickets(tickets)} for ${formatMoney(total)}`
}

/** All offers that can be selected now: the available ones, and the alternatives of the others. */
export function selectableOffers(offers: readonly WireClientOffer[]): Map<string, OfferDetails> {
  const result = new Map<string, OfferDetails>()
  for (const offer of offers) {
    for (const each of offer.state === 'unavailable' ? offer.alternatives : [offer]) {
      if (each.quantities.length > 0 && !result.has(each.id)) result.set(each.id, each)
    }
  }
  return result
}
