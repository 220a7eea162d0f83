import type { FeedFacets } from '@terrace/contracts/listings'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { deliveryTypes } from '@terrace/domain/delivery-types'
import { money } from '@terrace/domain/money'
import { filterBit } from './feed-filter.ts'
import type { PricedListing } from './listing.ts'
import type { Column, StockView } from './stock-view.ts'

const mostBars = 24
const quantities = [1, 2, 3, 4, 5] as const

export interface FacetCounter {
  /** Counts the row at this place of the view, which misses the filters of these bits. */
  count(row: PricedListing, place: number, misses: number): void
  facets(): FeedFacets
}

/**
 * Facets of one feed answer (product.md §3). A row belongs to a facet when it passes all filters but that facet's own: so
 * a row that passes all of them counts everywhere, and one that misses a single filter counts in that one's facet.
 */
export function createFacetCounter(view: StockView, currency: string): FacetCounter {
  const categories = createTally(view.category)
  const sections = createTally(view.section)
  const ticketTypes = createTally(view.ticketType)
  const brokers = createTally(view.broker)
  const prices: number[] = []
  const atLeast = quantities.map((id) => ({ id, count: 0 }))
  const flags = { new_listings: 0, ticket_in_hand: 0, hospitality: 0, instant_download: 0 }
  const wire = (minor: number) => toWireMoney(money(minor, currency))

  return {
    count({ listing, price: { minor }, splits, isNew, isInHand }, place, misses) {
      const isOnly = (bit: number) => (misses & ~bit) === 0
      if (isOnly(filterBit.category)) categories.count(place, minor)
      if (isOnly(filterBit.section)) sections.count(place, minor)
      if (isOnly(filterBit.ticketType)) ticketTypes.count(place, minor)
      if (isOnly(filterBit.broker)) brokers.count(place, minor)
      if (isOnly(filterBit.price)) prices.push(minor)
      if (isOnly(filterBit.quantity)) {
        const most = splits.at(-1) ?? 0
        for (const quantity of atLeast) if (most >= quantity.id) quantity.count += 1
      }
      if (isOnly(filterBit.newListings) && isNew) flags.new_listings += 1
      if (isOnly(filterBit.inHand) && isInHand) flags.ticket_in_hand += 1
      if (isOnly(filterBit.hospitality) && listing.hospitality) flags.hospitality += 1
      if (isOnly(filterBit.instantDownload) && listing.instantDownload) flags.instant_download += 1
    },
    facets: () => ({
      categories: categories.list(({ id, name }, figures) => ({ id: Number(id), name, ...figures }), wire),
      sections: sections.list(({ name }, figures) => ({ name, ...figures }), wire),
      ticket_types: ticketTypes.list(
        ({ id }, figures) => ({ id: deliveryTypes.find((type) => type === id) ?? 'eTicket', ...figures }),
        wire,
      ),
      brokers: brokers.list(({ id, name }, figures) => ({ id: String(id), name, ...figures }), wire),
      quantities: atLeast,
      flags,
      price: priceFacet(prices, wire),
    }),
  }
}

interface Figures {
  count: number
  min_price: ReturnType<typeof toWireMoney>
}

function createTally({ values, at }: Column) {
  const counts = new Int32Array(values.length)
  const lowest = new Float64Array(values.length).fill(Infinity)
  return {
    count(place: number, minor: number): void {
      const value = at[place] ?? -1
      counts[value] = (counts[value] ?? 0) + 1
      if (minor < (lowest[value] ?? 0)) lowest[value] = minor
    },
    list<Entry>(
      present: (label: Column['values'][number], figures: Figures) => Entry,
      wire: (minor: number) => Figures['min_price'],
    ): Entry[] {
      return values.flatMap((label, value) => {
        const count = counts[value] ?? 0
        return count === 0 ? [] : [present(label, { count, min_price: wire(lowest[value] ?? 0) })]
      })
    },
  }
}

function priceFacet(
  prices: readonly number[],
  wire: (minor: number) => Figures['min_price'],
): FeedFacets['price'] {
  const [min, max] = [prices[0], prices.at(-1)]
  // Rows are counted cheapest first.
  if (min === undefined || max === undefined) return { min: null, max: null, histogram: [] }
  const width = Math.ceil((max - min + 1) / mostBars)
  const bars = Array.from({ length: Math.ceil((max - min + 1) / width) }, () => 0)
  for (const price of prices) {
    const bar = Math.floor((price - min) / width)
    bars[bar] = (bars[bar] ?? 0) + 1
  }
  return {
    min: wire(min),
    max: wire(max),
    histogram: bars.map((count, bar) => ({
      from: wire(min + bar * width),
      to: wire(min + (bar + 1) * width - 1),
      count,
    })),
  }
}
