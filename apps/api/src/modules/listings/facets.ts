import type { FeedFacets } from '@terrace/contracts/listings'
import { toWireMoney } from '@terrace/contracts/wire-money'
import type { DeliveryType } from '@terrace/domain/tickets/delivery-types'
import { money } from '@terrace/domain/money/money'
import { filterBit } from './feed-filter.ts'
import type { PricedListing } from './listing.ts'
import type { IndexedField, ListingIndex } from './listing-index.ts'

const maxHistogramBars = 24
const quantities = [1, 2, 3, 4, 5] as const

export interface FacetCounter {
  /** Counts a listing by its position in the index and the bits of the filters it fails. */
  count(priced: PricedListing, position: number, failedFilters: number): void
  facets(): FeedFacets
}

/**
 * Facets of a feed response (product.md §3). A facet counts the listings that pass all other filters: one that passes
 * all filters counts everywhere, one that fails a single filter counts in that filter's facet.
 */
export function createFacetCounter(index: ListingIndex, currency: string): FacetCounter {
  const categories = createFieldCounter(index.category)
  const sections = createFieldCounter(index.section)
  const types = createFieldCounter(index.deliveryType)
  const sellers = createFieldCounter(index.seller)
  const prices: number[] = []
  const quantityCounts = quantities.map((id) => ({ id, count: 0 }))
  const flags = { new_listings: 0, ticket_in_hand: 0, hospitality: 0, instant_download: 0 }
  const toWire = (minor: number) => toWireMoney(money(minor, currency))

  return {
    count({ listing, price: { minor }, splits, isNew, isInHand }, position, failedFilters) {
      /** Whether the listing passes all filters other than the one with this bit. */
      const passesAllExcept = (bit: number) => (failedFilters & ~bit) === 0
      if (passesAllExcept(filterBit.category)) categories.count(position, minor)
      if (passesAllExcept(filterBit.section)) sections.count(position, minor)
      if (passesAllExcept(filterBit.deliveryType)) types.count(position, minor)
      if (passesAllExcept(filterBit.seller)) sellers.count(position, minor)
      if (passesAllExcept(filterBit.price)) prices.push(minor)
      if (passesAllExcept(filterBit.quantity)) {
        const maxSplit = splits.at(-1) ?? 0
        for (const quantity of quantityCounts) if (maxSplit >= quantity.id) quantity.count += 1
      }
      if (passesAllExcept(filterBit.newListings) && isNew) flags.new_listings += 1
      if (passesAllExcept(filterBit.inHand) && isInHand) flags.ticket_in_hand += 1
      if (passesAllExcept(filterBit.hospitality) && listing.hospitality) flags.hospitality += 1
      if (passesAllExcept(filterBit.instantDownload) && listing.instantDownload) flags.instant_download += 1
    },
    facets: () => ({
      categories: categories.list(({ id, name }, totals) => ({ id: Number(id), name, ...totals }), toWire),
      sections: sections.list(({ name }, totals) => ({ name, ...totals }), toWire),
      ticket_types: types.list(
        // `index.deliveryType` is built from `Listing.deliveryType`, so its ids are delivery types.
        ({ id }, totals) => ({ id: id as DeliveryType, ...totals }),
        toWire,
      ),
      brokers: sellers.list(({ id, name }, totals) => ({ id: String(id), name, ...totals }), toWire),
      quantities: quantityCounts,
      flags,
      price: priceFacet(prices, toWire),
    }),
  }
}

interface FacetTotals {
  count: number
  min_price: ReturnType<typeof toWireMoney>
}

function createFieldCounter({ values, valueIndexes }: IndexedField) {
  const counts = new Int32Array(values.length)
  const lowest = new Float64Array(values.length).fill(Infinity)
  return {
    count(position: number, minor: number): void {
      const value = valueIndexes[position] ?? -1
      counts[value] = (counts[value] ?? 0) + 1
      if (minor < (lowest[value] ?? 0)) lowest[value] = minor
    },
    list<Entry>(
      present: (label: IndexedField['values'][number], totals: FacetTotals) => Entry,
      toWire: (minor: number) => FacetTotals['min_price'],
    ): Entry[] {
      return values.flatMap((label, value) => {
        const count = counts[value] ?? 0
        return count === 0 ? [] : [present(label, { count, min_price: toWire(lowest[value] ?? 0) })]
      })
    },
  }
}

function priceFacet(
  prices: readonly number[],
  toWire: (minor: number) => FacetTotals['min_price'],
): FeedFacets['price'] {
  const [min, max] = [prices[0], prices.at(-1)]
  // Listings are counted cheapest first, so the prices are sorted.
  if (min === undefined || max === undefined) return { min: null, max: null, histogram: [] }
  const width = Math.ceil((max - min + 1) / maxHistogramBars)
  const bars = Array.from({ length: Math.ceil((max - min + 1) / width) }, () => 0)
  for (const price of prices) {
    const bar = Math.floor((price - min) / width)
    bars[bar] = (bars[bar] ?? 0) + 1
  }
  return {
    min: toWire(min),
    max: toWire(max),
    histogram: bars.map((count, bar) => ({
      from: toWire(min + bar * width),
      to: toWire(min + (bar + 1) * width - 1),
      count,
    })),
  }
}
