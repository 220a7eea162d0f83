import type { Random } from '@terrace/domain/short-hash'
import { standingOf } from './popularity.ts'
import type { StockBlock, StockEvent } from './stock-types.ts'

const dayMs = 86_400_000

/** A seat in the cheapest category of an ordinary event, in pounds. */
const basePounds: Readonly<Record<string, number>> = {
  'premier-league': 48,
  'la-liga': 38,
  'serie-a': 34,
  bundesliga: 36,
  'ligue-1': 28,
  eredivisie: 26,
  brasileirao: 14,
  nfl: 72,
  'formula-1': 120,
  'new-york-philharmonic': 42,
}

/** How many times the cheapest category the dearest costs. */
const spreads: Readonly<Record<string, number>> = {
  bowl: 3,
  field: 2.6,
  arena: 3.4,
  court: 3.4,
  circuit: 4.2,
  theatre: 3.6,
}

/** Round figures, not rates: a price list does not follow the market by the hour. Currencies without decimals are not traded in. */
const perPound: Readonly<Record<string, number>> = {
  GBP: 1,
  EUR: 1.15,
  USD: 1.3,
  BRL: 7,
  AUD: 1.95,
  CAD: 1.8,
  MXN: 24,
  CNY: 9.3,
  SGD: 1.72,
}

const currencies: Readonly<Record<string, string>> = {
  GB: 'GBP',
  US: 'USD',
  BR: 'BRL',
  AU: 'AUD',
  CA: 'CAD',
  MX: 'MXN',
  CN: 'CNY',
  SG: 'SGD',
  ...Object.fromEntries('AT BE DE ES FR IT MC NL PT'.split(' ').map((code) => [code, 'EUR'])),
}

/** What tickets of a country are priced in; dollars where its own money is not traded in or has no reference rate. */
function currencyOf(countryCode: string): string {
  return currencies[countryCode] ?? 'USD'
}

export interface EventPrices {
  currency: string
  /** Price of one ticket in minor units. */
  priceMinor(offer: { block: StockBlock; row: number; quantity: number; hospitality: boolean }): number
  /** What is printed on the ticket. */
  faceValueMinor(block: StockBlock): number
}

/** The prices of one event: by how much it is wanted, by category, by how far off it is, and by quantity. */
export function pricesOf(event: StockEvent, now: Date, random: Random): EventPrices {
  const { venue } = event
  const currency = currencyOf(venue.countryCode)
  const pounds = basePounds[event.competition] ?? 40
  // Twice as wanted is not twice as dear.
  const wanted = standingOf(event) ** 0.75
  const spread = spreads[venue.kind] ?? 3
  const days = (event.startsAt.getTime() - now.getTime()) / dayMs
  const distance = distanceFactor(days)
  const level = (rank: number) =>
    venue.lastRank <= 1 ? 1 : 1 + ((venue.lastRank - rank) / (venue.lastRank - 1)) * (spread - 1)
  return {
    currency,
    priceMinor({ block, row, quantity, hospitality }) {
      const front = row === 0 ? 1 : 1.08 - 0.16 * (row / block.rows)
      const factor = wanted * level(block.rank) * front * distance * quantityFactor(quantity) * noise(random)
      return rounded(pounds * factor * (hospitality ? 2.2 : 1) * (perPound[currency] ?? 1), random)
    },
    faceValueMinor: (block) =>
      Math.round(pounds * 0.75 * level(block.rank) * (perPound[currency] ?? 1) * 2) * 50,
  }
}

/** Dear while it is far off and nobody has to sell, cheapest about a week before, unsettled in the last days. */
function distanceFactor(days: number): number {
  if (days < 2) return 1.08
  if (days < 10) return 0.92
  return Math.min(1.2, 0.94 + days / 600)
}

/** Single tickets are hard to sell, four together are sought. */
function quantityFactor(quantity: number): number {
  if (quantity === 1) return 0.91
  if (quantity === 4) return 1.04
  return quantity >= 6 ? 0.97 : 1
}

/** What sellers think their tickets are worth: mostly within a fifth, now and then half as much again. */
function noise(random: Random): number {
  const bell = random() + random() + random() - 1.5
  return Math.exp(0.3 * bell) * (random() < 0.04 ? 1.5 : 1)
}

function rounded(amount: number, random: Random): number {
  const step = amount >= 400 ? 500 : amount >= 60 ? 100 : 50
  const minor = Math.max(step, Math.round((amount * 100) / step) * step)
  // Some sellers like their prices just below.
  return random() < 0.08 ? minor - 1 : minor
}
