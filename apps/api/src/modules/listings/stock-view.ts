import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import type { Listing, PricedListing } from './listing.ts'

/** A distinct value of a field, such as a seller's id and name. */
export interface Label {
  id: string | number
  name: string
}

/** One field of all listings: its distinct values in display order, and which of them each listing has. */
export interface Column {
  values: readonly Label[]
  /** For each listing, the index of its value. */
  valueIndexes: Int32Array
}

/** In-memory index of priced listings, cheapest first, for filters, facets and sorting. */
export interface StockView {
  listings: readonly PricedListing[]
  category: Column
  section: Column
  seatRow: Column
  seller: Column
  deliveryType: Column
  inHandDate: Column
  /** Positions in each sort order that was requested so far. */
  orders: Map<string, Int32Array>
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const byName = (left: Label, right: Label) =>
  collator.compare(left.name, right.name) ||
  (left.name < right.name ? -1 : Number(left.name > right.name)) ||
  (left.id < right.id ? -1 : 1)

const byType = (left: Label, right: Label) => typeOrder.indexOf(left.name) - typeOrder.indexOf(right.name)
const typeOrder: readonly string[] = deliveryTypes

type IdOf = (listing: Listing) => Label['id']
type NameOf = (listing: Listing) => string

export function createStockView(priced: readonly PricedListing[]): StockView {
  const listings = priced.toSorted(cheapestFirst)
  const columnOf = (idOf: IdOf, nameOf: NameOf, order = byName) => makeColumn(listings, idOf, nameOf, order)
  const textColumn = (textOf: NameOf, order = byName) => columnOf(textOf, textOf, order)
  return {
    listings,
    category: columnOf(
      ({ category }) => category.id,
      ({ category }) => category.name,
    ),
    section: textColumn(({ section }) => section),
    seatRow: textColumn(({ row }) => row),
    seller: columnOf(
      ({ seller }) => seller.id,
      ({ seller }) => seller.name,
    ),
    deliveryType: textColumn(({ deliveryType }) => deliveryType, byType),
    inHandDate: textColumn(({ inHandDate }) => inHandDate),
    orders: new Map(),
  }
}

function cheapestFirst(left: PricedListing, right: PricedListing): number {
  return left.price.minor - right.price.minor || (left.listing.id < right.listing.id ? -1 : 1)
}

function makeColumn(
  listings: readonly PricedListing[],
  idOf: IdOf,
  nameOf: NameOf,
  order: (left: Label, right: Label) => number,
): Column {
  const labels: Label[] = []
  const indexById = new Map<Label['id'], number>()
  const unsortedIndexes = new Int32Array(listings.length)
  for (const [position, { listing }] of listings.entries()) {
    const id = idOf(listing)
    let value = indexById.get(id)
    if (value === undefined) {
      value = labels.push({ id, name: nameOf(listing) }) - 1
      indexById.set(id, value)
    }
    unsortedIndexes[position] = value
  }
  const values = labels.toSorted(order)
  const sortedIndexes = Int32Array.from(labels, (label) => values.indexOf(label))
  return { values, valueIndexes: unsortedIndexes.map((value) => sortedIndexes[value] ?? -1) }
}
