import { seededRandom, shortHash, type Random } from '@terrace/domain/short-hash'
import type { DemoSeller } from '../demo.ts'
import { createSeatPicker, type Place, type SeatPicker } from './pick-seats.ts'
import { pricesOf, type EventPrices } from './pricing.ts'
import type { StockEvent, StockListing } from './stock-types.ts'
import {
  pickDelivery,
  pickNotes,
  pickOpenQuantity,
  pickQuantity,
  pickRequirements,
  pickSplit,
  pickTicketType,
} from './ticket-terms.ts'
import { weighted } from './weighted.ts'

const dayMs = 86_400_000
const oldestDays = 60

export interface StockRun {
  seed: string
  now: Date
  sellers: readonly DemoSeller[]
}

/**
 * The listings of one event. What comes out depends on the seed, the event and the moment alone, never on the other
 * events or the order of calls: the same seed over the same catalogue gives the same stock.
 */
export function makeListings(
  event: StockEvent,
  count: number,
  { seed, now, sellers }: StockRun,
): StockListing[] {
  const key = `${seed}/${event.sourceKey}`
  const random = seededRandom(key)
  const seats = createSeatPicker(event.venue, random)
  const prices = pricesOf(event, now, random)
  const pickSeller = sellersOf(event, sellers)
  // Two hashes of 32 bits: no two events of a catalogue share both.
  const name = `${shortHash(key)}${shortHash(`${key}/listings`)}`
  const listings: StockListing[] = []
  for (let number = 0; number < count; number += 1) {
    const seller = pickSeller(random)
    const offer = offerSeats(seats, random)
    if (!offer) break
    const terms = makeTerms(event, offer, { prices, now, random })
    listings.push({
      id: `lst_${name}${number.toString(36)}`,
      eventId: event.id,
      sellerTeamId: seller.id,
      externalId: random() < 0.85 ? `${seller.prefix}-${name}-${number}` : null,
      categoryId: offer.block.categoryId,
      section: offer.block.name,
      ...terms,
    })
  }
  return listings
}

function sellersOf(event: StockEvent, sellers: readonly DemoSeller[]): (random: Random) => DemoSeller {
  const isAtHome = ({ countries }: DemoSeller) => countries.includes(event.venue.countryCode)
  return weighted(
    ...sellers.map((seller): [number, DemoSeller] => [seller.size * (isAtHome(seller) ? 1 : 0.06), seller]),
  )
}

interface Offer extends Place {
  quantity: number
  split: ReturnType<typeof pickSplit>
}

function offerSeats(seats: SeatPicker, random: Random): Offer | undefined {
  const quantity = pickQuantity(random)
  const split = pickSplit(quantity, random)
  if (split.splitType === 'Single Seats') {
    return { block: seats.block(), row: 0, firstSeat: 0, quantity, split }
  }
  // A small block may have no row that long: two are better than none.
  const place = seats.take(quantity)
  if (place?.block.isGeneralAdmission) {
    const open = pickOpenQuantity(random)
    return { ...place, quantity: open, split: pickSplit(open, random) }
  }
  if (place) return { ...place, quantity, split }
  const fewer = seats.take(1)
  return fewer && { ...fewer, quantity: 1, split: pickSplit(1, random) }
}

interface Terms {
  prices: EventPrices
  now: Date
  random: Random
}

function makeTerms(
  event: StockEvent,
  { block, row, firstSeat, quantity, split }: Offer,
  { prices, now, random }: Terms,
): Omit<StockListing, 'id' | 'eventId' | 'sellerTeamId' | 'externalId' | 'categoryId' | 'section'> {
  const isBest = block.rank === 1 && event.venue.lastRank > 2
  const hospitality = random() < (isBest ? 0.3 : 0.012)
  const ticketType = pickTicketType(event, random)
  // Most offers are fresh: sellers look through their stock every few weeks.
  const createdAt = new Date(now.getTime() - Math.round(random() ** 1.3 * oldestDays * dayMs))
  const hasSeats = row > 0
  return {
    row: hasSeats ? rowName(row, event.venue.kind) : '',
    firstSeat: hasSeats ? firstSeat : null,
    lastSeat: hasSeats ? firstSeat + quantity - 1 : null,
    seatsHidden: hasSeats && random() < 0.35,
    generalAdmission: block.isGeneralAdmission,
    ticketType,
    ...split,
    quantity,
    priceMinor: prices.priceMinor({ block, row, quantity, hospitality }),
    currency: prices.currency,
    faceValueMinor: random() < 0.6 ? prices.faceValueMinor(block) : null,
    ...pickDelivery(event, ticketType, createdAt, now, random),
    hospitality,
    ...pickRequirements(event, ticketType, random),
    notes: pickNotes(event, hospitality, random),
    createdAt,
  }
}

/** Halls letter their rows, everybody else counts them. */
function rowName(row: number, kind: string): string {
  if (kind !== 'theatre') return String(row)
  const letter = String.fromCharCode(65 + ((row - 1) % 26))
  return row > 26 ? letter + letter : letter
}
