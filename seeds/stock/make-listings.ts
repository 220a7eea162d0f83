import { seededRandom, shortHash, type Random } from '@terrace/domain/text/short-hash'
import type { DemoSeller } from '../demo.ts'
import { createSeatAllocator, type SeatLocation, type SeatAllocator } from './allocate-seats.ts'
import { pricesOf, type EventPrices } from './pricing.ts'
import type { StockEvent, StockListing } from './stock-types.ts'
import {
  randomDelivery,
  randomNotes,
  randomAreaQuantity,
  randomQuantity,
  randomRequirements,
  randomSplit,
  randomDeliveryType,
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
 * Generates the listings of one event. The result depends only on seed, event and `now`, so the same seed and
 * catalogue always give the same stock.
 */
export function makeListings(
  event: StockEvent,
  count: number,
  { seed, now, sellers }: StockRun,
): StockListing[] {
  const key = `${seed}/${event.key}`
  const random = seededRandom(key)
  const seats = createSeatAllocator(event.venue, random)
  const prices = pricesOf(event, now, random)
  const randomSeller = sellersOf(event, sellers)
  // 64 bits of hash keep the ids of different events distinct.
  const name = `${shortHash(key)}${shortHash(`${key}/listings`)}`
  const listings: StockListing[] = []
  for (let number = 0; number < count; number += 1) {
    const seller = randomSeller(random)
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

interface Offer extends SeatLocation {
  quantity: number
  split: ReturnType<typeof randomSplit>
}

function offerSeats(seats: SeatAllocator, random: Random): Offer | undefined {
  const quantity = randomQuantity(random)
  const split = randomSplit(quantity, random)
  if (split.splitType === 'Single Seats') {
    return { block: seats.block(), row: 0, firstSeat: 0, quantity, split }
  }
  // Falls back to a single ticket when no row is long enough.
  const location = seats.take(quantity)
  if (location?.block.isGeneralAdmission) {
    const open = randomAreaQuantity(random)
    return { ...location, quantity: open, split: randomSplit(open, random) }
  }
  if (location) return { ...location, quantity, split }
  const fewer = seats.take(1)
  return fewer && { ...fewer, quantity: 1, split: randomSplit(1, random) }
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
  const deliveryType = randomDeliveryType(event, random)
  // Most offers are recent, because sellers review their stock every few weeks.
  const createdAt = new Date(now.getTime() - Math.round(random() ** 1.3 * oldestDays * dayMs))
  const hasSeats = row > 0
  return {
    row: hasSeats ? rowName(row, event.venue.kind) : '',
    firstSeat: hasSeats ? firstSeat : null,
    lastSeat: hasSeats ? firstSeat + quantity - 1 : null,
    seatsHidden: hasSeats && random() < 0.35,
    generalAdmission: block.isGeneralAdmission,
    deliveryType,
    ...split,
    quantity,
    priceMinor: prices.priceMinor({ block, row, quantity, hospitality }),
    currency: prices.currency,
    faceValueMinor: random() < 0.6 ? prices.faceValueMinor(block) : null,
    ...randomDelivery(event, deliveryType, createdAt, now, random),
    hospitality,
    ...randomRequirements(event, deliveryType, random),
    notes: randomNotes(event, hospitality, random),
    createdAt,
  }
}

/** Theatres name their rows by letter, other venues by number. */
function rowName(row: number, kind: string): string {
  if (kind !== 'theatre') return String(row)
  const initial = String.fromCharCode(65 + ((row - 1) % 26))
  return row > 26 ? initial + initial : initial
}
