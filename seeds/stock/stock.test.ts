import { generateSeatingPlan, type VenueKind } from '@terrace/domain/seating-plan/seating-plan'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { allowedQuantities, splitTypes } from '@terrace/domain/tickets/split-rules'
import { expect, test } from 'vitest'
import { demoSellers } from '../demo.ts'
import { makeListings } from './make-listings.ts'
import { allocateListings } from './allocate-listings.ts'
import type { StockEvent, StockListing, StockVenue } from './stock-types.ts'

const now = new Date('2026-11-21T12:00:00Z')
const run = { seed: 'test', now, sellers: demoSellers }

function venueOf(kind: VenueKind, capacity: number, countryCode: string): StockVenue {
  const plan = generateSeatingPlan({ kind, capacity, seed: 'ground' })
  const ranks = new Map(
    plan.categories.map((category, index) => [category.key, { ...category, id: index + 1 }]),
  )
  return {
    kind,
    capacity,
    countryCode,
    lastRank: plan.categories.length,
    blocks: plan.blocks.map((block) => {
      const category = ranks.get(block.category)
      return {
        name: block.name,
        categoryId: category?.id ?? 0,
        rank: category?.rank ?? 1,
        isGeneralAdmission: category?.name === 'General admission',
        rows: block.rows,
        seatsPerRow: Math.max(1, Math.floor(block.seats / block.rows)),
      }
    }),
  }
}

function eventOf(id: number, values: Partial<StockEvent> = {}): StockEvent {
  return {
    id,
    key: `premier-league/2026-27/${id}`,
    competition: 'premier-league',
    title: 'Brentford vs Fulham',
    teams: ['brentford', 'fulham'],
    localDay: '2026-12-05',
    startsAt: new Date('2026-12-05T15:00:00Z'),
    venue: bowl,
    ...values,
  }
}

const bowl = venueOf('bowl', 60_000, 'GB')
const race = eventOf(2, {
  competition: 'formula-1',
  title: 'Monaco Grand Prix',
  teams: [],
  venue: venueOf('circuit', 40_000, 'MC'),
})
const concert = eventOf(3, {
  competition: 'new-york-philharmonic',
  title: 'Mahler',
  teams: [],
  venue: venueOf('theatre', 2200, 'US'),
})
const stock: readonly StockListing[] = [
  ...makeListings(eventOf(1), 3000, run),
  ...makeListings(race, 1500, run),
  ...makeListings(concert, 200, run),
]

test('the same seed, event and time give the same listings, and another seed gives others', () => {
  expect(makeListings(eventOf(1), 3000, run)).toEqual(stock.slice(0, 3000))
  const [other] = makeListings(eventOf(1), 1, { ...run, seed: 'another' })
  expect(other?.id).not.toBe(stock[0]?.id)
})

test('listings of an event do not depend on their number or on other events', () => {
  expect(makeListings(eventOf(1), 40, run)).toEqual(stock.slice(0, 40))
})

test('listing ids and seller numbers are unique', () => {
  expect(new Set(stock.map((listing) => listing.id)).size).toBe(stock.length)
  const numbers = stock.flatMap((listing) => listing.externalId ?? [])
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(stock.every((listing) => /^lst_[0-9A-Za-z]+$/.test(listing.id))).toBe(true)
})

test('no seat is offered twice or lies outside its block', () => {
  const taken = new Set<string>()
  const blocks = new Map(
    [bowl, race.venue, concert.venue].map((venue, index) => [
      index + 1,
      new Map(venue.blocks.map((block) => [block.name, block])),
    ]),
  )
  for (const listing of stock) {
    const block = blocks.get(listing.eventId)?.get(listing.section)
    expect(block?.categoryId).toBe(listing.categoryId)
    if (listing.firstSeat === null || listing.lastSeat === null) continue
    expect(listing.lastSeat - listing.firstSeat + 1).toBe(listing.quantity)
    expect(listing.lastSeat).toBeLessThanOrEqual(block?.seatsPerRow ?? 0)
    for (let seat = listing.firstSeat; seat <= listing.lastSeat; seat += 1) {
      const name = `${listing.eventId}/${listing.section}/${listing.row}/${seat}`
      expect(taken.has(name), name).toBe(false)
      taken.add(name)
    }
  }
})

test('every split type, delivery type, note kind and flag occurs, and every listing can be sold', () => {
  expect(new Set(stock.map((listing) => listing.splitType))).toEqual(new Set(splitTypes))
  expect(new Set(stock.map((listing) => listing.deliveryType))).toEqual(new Set(deliveryTypes))
  const kinds = stock.flatMap((listing) => listing.notes.map((note) => note.kind))
  expect(new Set(kinds)).toEqual(new Set(['benefit', 'restriction', 'information']))
  for (const flag of [
    'generalAdmission',
    'instantDownload',
    'hospitality',
    'deliveryDetails',
    'identification',
    'seatsHidden',
  ] as const) {
    expect(new Set(stock.map((listing) => listing[flag])), flag).toEqual(new Set([true, false]))
  }
  for (const { splitType, quantity, quantityLimit, multipleSaleUnit } of stock) {
    const rule = { splitType, free: quantity, limit: quantityLimit, unit: multipleSaleUnit }
    expect(allowedQuantities(rule).length, JSON.stringify(rule)).toBeGreaterThan(0)
  }
})

test('tickets are in hand by the event day, and instant downloads are E-tickets in hand today', () => {
  for (const listing of stock) {
    expect(listing.inHandDate <= '2026-12-05').toBe(true)
    if (!listing.instantDownload) continue
    expect(listing.deliveryType).toBe('eTicket')
    expect(listing.inHandDate <= '2026-11-21').toBe(true)
  }
})

test('better seats and derbies cost more, in the currency of the venue’s country', () => {
  const median = (listings: readonly StockListing[]) =>
    listings.map((listing) => listing.priceMinor).toSorted((left, right) => left - right)[
      Math.floor(listings.length / 2)
    ] ?? 0
  const plain = stock.filter((listing) => listing.eventId === 1 && !listing.hospitality)
  const rankOf = new Map(bowl.blocks.map((block) => [block.categoryId, block.rank]))
  const byRank = (rank: number) => median(plain.filter((listing) => rankOf.get(listing.categoryId) === rank))
  expect(byRank(1)).toBeGreaterThan(2 * byRank(bowl.lastRank))
  const derby = makeListings(eventOf(9, { teams: ['liverpool', 'manchester-united'] }), 500, run)
  expect(median(derby)).toBeGreaterThan(3 * median(plain))
  expect(new Set(stock.map((listing) => `${listing.eventId} ${listing.currency}`))).toEqual(
    new Set(['1 GBP', '2 EUR', '3 USD']),
  )
  expect(stock.every((listing) => listing.priceMinor > 0)).toBe(true)
})

test('allocation meets the target, favours popular and near events, and respects capacity', () => {
  const events = [
    eventOf(1, { teams: ['liverpool', 'manchester-united'] }),
    eventOf(2),
    eventOf(3, { startsAt: new Date('2027-05-01T15:00:00Z') }),
    eventOf(4, { venue: venueOf('theatre', 80, 'GB') }),
  ]
  const shares = allocateListings(events, 1000, now)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1000)
  expect(shares[0]).toBeGreaterThan(shares[1] ?? 0)
  expect(shares[1]).toBeGreaterThan(shares[2] ?? 0)
  expect(shares.every((share) => share > 0)).toBe(true)
  // Eighty seats allow ten listings, and the total is limited by the capacity of all events.
  expect(shares[3]).toBe(10)
  expect(allocateListings(events, 1_000_000, now)).toEqual([7500, 7500, 7500, 10])
})

test('a small hall that sells out gives fewer listings', () => {
  const tiny = eventOf(5, { venue: venueOf('theatre', 60, 'US') })
  const made = makeListings(tiny, 60, run)
  expect(made.length).toBeGreaterThan(5)
  expect(made.length).toBeLessThanOrEqual(60)
})
