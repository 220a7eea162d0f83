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
  /** Places of all rows in orders other than by price, as far as they were asked for. */
  orders: Map<string, Int32Array>
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const byName = (left: Label, right: Label) =>
  collator.compare(left.name, right.name) || (left.name < right.name ? -1 : Number(left.name > right.name))

const byType = (left: Label, right: Label) => typeOrder.indexOf(left.name) - typeOrder.indexOf(right.name)
const typeOrder: readonly string[] = deliveryTypes

type IdOf = (listing: Listing) => Label['id']
type NameOf = (listing: Listing) => string

export function createStockView(priced: readonly PricedListing[]): StockView {
  const rows = priced.toSorted(cheapestFirst)
  const columnOf = (idOf: IdOf, nameOf: NameOf, order = byName) => makeColumn(rows, idOf, nameOf, order)
  const textColumn = (textOf: NameOf, order = byName) => columnOf(textOf, textOf, order)
  return {
    rows,
    category: columnOf(
      ({ category }) => category.id,
      ({ category }) => category.name,
    ),
    section: textColumn(({ section }) => section),
    row: textColumn(({ row }) => row),
    broker: columnOf(
      ({ seller }) => seller.id,
      ({ seller }) => seller.name,
    ),
    ticketType: textColumn(({ ticketType }) => ticketType, byType),
    inHandDate: textColumn(({ inHandDate }) => inHandDate),
    orders: new Map(),
  }
}

function cheapestFirst(left: PricedListing, right: PricedListing): number {
  return left.price.minor - right.price.minor || (left.listing.id < right.listing.id ? -1 : 1)
}

function makeColumn(
  rows: readonly PricedListing[],
  idOf: IdOf,
  nameOf: NameOf,
  order: (left: Label, right: Label) => number,
): Column {
  const met: Label[] = []
  const places = new Map<Label['id'], number>()
  const at = new Int32Array(rows.length)
  for (const [place, { listing }] of rows.entries()) {
    const id = idOf(listing)
    let value = places.get(id)
    if (value === undefined) {
      value = met.push({ id, name: nameOf(listing) }) - 1
      places.set(id, value)
    }
    at[place] = value
  }
  const values = met.toSorted(order)
  const moved = Int32Array.from(met, (label) => values.indexOf(label))
  return { values, at: at.map((value) => moved[value] ?? -1) }
}
