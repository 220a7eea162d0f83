import { deliveryTypes } from '@terrace/domain/delivery-types'
import type { Listing, PricedListing } from './listing.ts'

export interface Label {
  id: string | number
  name: string
}

/** What one field says of each row: the distinct values in the order in which they are shown, and each row's place there. */
export interface Column {
  values: readonly Label[]
  /** By row. */
  at: Int32Array
}

/** Listings in one currency, cheapest first, with the fields that filters, facets and sorting go by in columns. */
export interface StockView {
  rows: readonly PricedListing[]
  category: Column
  section: Column
  row: Column
  broker: Column
  ticketType: Column
  inHandDate: Column
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const byName = (left: Label, right: Label) =>
  collator.compare(left.name, right.name) || (left.name < right.name ? -1 : Number(left.name > right.name))

const byType = (left: Label, right: Label) => typeOrder.indexOf(left.name) - typeOrder.indexOf(right.name)
const typeOrder: readonly string[] = deliveryTypes

export function createStockView(priced: readonly PricedListing[]): StockView {
  const rows = priced.toSorted(cheapestFirst)
  const columnOf = (label: (listing: Listing) => Label, order = byName) => makeColumn(rows, label, order)
  return {
    rows,
    category: columnOf(({ category }) => category),
    section: columnOf(({ section }) => ({ id: section, name: section })),
    row: columnOf(({ row }) => ({ id: row, name: row })),
    broker: columnOf(({ seller }) => seller),
    ticketType: columnOf(({ ticketType }) => ({ id: ticketType, name: ticketType }), byType),
    inHandDate: columnOf(({ inHandDate }) => ({ id: inHandDate, name: inHandDate })),
  }
}

/** The order of rows that are alike in what they are sorted by. */
export function cheapestFirst(left: PricedListing, right: PricedListing): number {
  return left.price.minor - right.price.minor || (left.listing.id < right.listing.id ? -1 : 1)
}

function makeColumn(
  rows: readonly PricedListing[],
  labelOf: (listing: Listing) => Label,
  order: (left: Label, right: Label) => number,
): Column {
  const labels = new Map<string | number, Label>()
  for (const { listing } of rows) {
    const label = labelOf(listing)
    if (!labels.has(label.id)) labels.set(label.id, label)
  }
  const values = [...labels.values()].toSorted(order)
  const places = new Map(values.map(({ id }, place) => [id, place]))
  return { values, at: Int32Array.from(rows, ({ listing }) => places.get(labelOf(listing).id) ?? -1) }
}
