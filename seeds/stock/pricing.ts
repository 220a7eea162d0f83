import type { Random } from '@terrace/domain/text/short-hash'
import market from '../data/stock/market.json' with { type: 'json' }
import { relativePopularityOf } from './popularity.ts'
import type { StockBlock, StockEvent } from './stock-types.ts'

const dayMs = 86_400_000

const competitions: Readonly<Record<string, { cheapestPounds: number }>> = market.competitions
/** Price of the best category as a multiple of the cheapest, by kind of venue. */
const bestToCheapest: Readonly<Record<string, number>> = market.bestToCheapest
/** Fixed, rounded rates, because list prices do not follow the market. Currencies without decimals are not used. */
const unitsPerPound: Readonly<Record<string, number>> = market.unitsPerPound
const countries: Readonly<Record<string, { currency: string }>> = market.countries

/** Currency of a country's tickets; US dollars when it is not traded or has no reference rate. */
function currencyOf(countryCode: string): string {
  return countries[countryCode]?.currency ?? 'USD'
}

export interface EventPrices {
  currency: string
  priceMinor(offer: { block: StockBlock; row: number; quantity: number; hospitality: boolean }): number
  /** Price printed on the ticket, in minor units. */
  faceValueMinor(block: StockBlock): number
}

/** Prices of one event by popularity, category, time to the event and quantity. */
export function pricesOf(event: StockEvent, now: Date, random: Random): EventPrices {
  const { venue } = event
  const currency = currencyOf(venue.countryCode)
  const pounds = competitions[event.competition]?.cheapestPounds ?? 40
  // Price grows more slowly than popularity.
  const demandFactor = relativePopularityOf(event) ** 0.75
  const spread = bestToCheapest[venue.kind] ?? 3
  const days = (event.startsAt.getTime() - now.getTime()) / dayMs
  const distance = distanceFactor(days)
  const level = (rank: number) =>
    venue.lastRank <= 1 ? 1 : 1 + ((venue.lastRank - rank) / (venue.lastRank - 1)) * (spread - 1)
  return {
    currency,
    priceMinor({ block, row, quantity, hospitality }) {
      const front = row === 0 ? 1 : 1.08 - 0.16 * (row / block.rows)
      const factor =
        demandFactor * level(block.rank) * front * distance * quantityFactor(quantity) * noise(random)
      return rounded(pounds * factor * (hospitality ? 2.2 : 1) * (unitsPerPound[currency] ?? 1), random)
    },
    faceValueMinor: (block) =>
      Math.round(pounds * 0.75 * level(block.rank) * (unitsPerPound[currency] ?? 1) * 2) * 50,
  }
}

/** High while sellers have time, lowest about a week ahead, and higher again in the last two days. */
function distanceFactor(days: number): number {
  if (days < 2) return 1.08
  if (days < 10) return 0.92
  return Math.min(1.2, 0.94 + days / 600)
}

/** Single tickets sell poorly, and sets of four sell best. */
function quantityFactor(quantity: number): number {
  if (quantity === 1) return 0.91
  if (quantity === 4) return 1.04
  return quantity >= 6 ? 0.97 : 1
}

/** Sellers' price variation: mostly within 20 %, occasionally 50 % higher. */
function noise(random: Random): number {
  const jitter = random() + random() + random() - 1.5
  return Math.exp(0.3 * jitter) * (random() < 0.04 ? 1.5 : 1)
}

function rounded(amount: number, random: Random): number {
  const step = amount >= 400 ? 500 : amount >= 60 ? 100 : 50
  const minor = Math.max(step, Math.round((amount * 100) / step) * step)
  // Some sellers prefer prices just below a round number.
  return random() < 0.08 ? minor - 1 : minor
}
