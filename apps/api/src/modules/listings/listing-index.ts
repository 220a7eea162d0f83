import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import type { Listing, PricedListing } from './listing.ts'

/** A distinct value of a field, such as a seller's id and name. */
export interface Label {
  id: string | number
  name: string
}

/** One field of all listings, such as the section: its distinct values in display order, and which of them each has. */
export interface IndexedField {
  values: readonly Label[]
  /** For each listing, the index of its value. */
  valueIndexes: Int32Array
}

/** In-memory index of priced listings, cheapest first, for filters, facets and sorting. */
export interface ListingIndex {
  listings: readonly PricedListing[]
  category: IndexedField
  section: IndexedField
  seatRow: IndexedField
  seller: IndexedField
  deliveryType: IndexedField
  inHandDate: IndexedField
  /** The positions of the listings in each sort order that was requested so far. */
  sortedPositions: Map<string, Int32Array>
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

export function createListingIndex(priced: readonly PricedListing[]): ListingIndex {
  const listings = priced.toSorted(cheapestFirst)
  const fieldOf = (idOf: IdOf, nameOf: NameOf, order = byName) => indexField(listings, idOf, nameOf, order)
  const textField = (textOf: NameOf, order = byName) => fieldOf(textOf, textOf, order)
  return {
    listings,
    category: fieldOf(
      ({ category }) => category.id,
      ({ category }) => category.name,
    ),
    section: textField(({ section }) => section),
    seatRow: textField(({ row }) => row),
    seller: fieldOf(
      ({ seller }) => seller.id,
      ({ seller }) => seller.name,
    ),
    deliveryType: textField(({ deliveryType }) => deliveryType, byType),
    inHandDate: textField(({ inHandDate }) => inHandDate),
    sortedPositions: new Map(),
  }
}

function cheapestFirst(left: PricedListing, right: PricedListing): number {
  return left.price.minor - right.price.minor || (left.listing.id < right.listing.id ? -1 : 1)
}

function indexField(
  listings: readonly PricedListing[],
  idOf: IdOf,
  nameOf: NameOf,
  order: (left: Label, right: Label) => number,
): IndexedField {
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
