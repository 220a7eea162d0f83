import type { FeedFacets, FeedQuery } from '@terrace/contracts/listings'
import { createFacetCounter } from './facets.ts'
import { createFeedFilter, type FilterContext } from './feed-filter.ts'
import type { StockView } from './stock-view.ts'

export interface FoundStock {
  /** Places in the view of all that was found, cheapest first. */
  found: readonly number[]
  facets: FeedFacets
}

/** Filters the view and counts what there is to choose from, in one walk. */
export function searchStock(query: FeedQuery, currency: string, context: FilterContext): FoundStock {
  const { view } = context
  const filter = createFeedFilter(query, context)
  const counter = createFacetCounter(view, currency)
  const found: number[] = []
  for (let place = 0; place < view.rows.length; place += 1) {
    const row = view.rows[place]
    if (!row || !filter.isCandidate(row)) continue
    const misses = filter.missesOf(row, place)
    if (misses === 0) found.push(place)
    // A row that misses two filters is in no facet.
    if ((misses & (misses - 1)) === 0) counter.count(row, place, misses)
  }
  return { found, facets: counter.facets() }
}

/** What a row is sorted by, as a number. */
const sortKeys: Record<FeedQuery['order_by'], (view: StockView, place: number) => number> = {
  price: ({ rows }, place) => rows[place]?.price.minor ?? 0,
  section: ({ section }, place) => section.at[place] ?? 0,
  row: ({ row }, place) => row.at[place] ?? 0,
  quantity: ({ rows }, place) => rows[place]?.listing.available ?? 0,
  in_hand_date: ({ inHandDate }, place) => inHandDate.at[place] ?? 0,
  // "Newest" ascending begins with the newest, as its name says.
  newest: ({ rows }, place) => -(rows[place]?.listing.createdMs ?? 0),
}

/** In the order that was asked for; what is alike in that stays cheapest first, whichever the direction. */
export function sortStock(
  view: StockView,
  found: readonly number[],
  { order_by, sort_order }: Pick<FeedQuery, 'order_by' | 'sort_order'>,
): readonly number[] {
  // So the view stands already.
  if (order_by === 'price' && sort_order === 'asc') return found
  const name = `${order_by} ${sort_order}`
  const order = view.orders.get(name) ?? orderOf(view, sortKeys[order_by], sort_order === 'asc' ? 1 : -1)
  view.orders.set(name, order)
  const isFound = new Uint8Array(view.rows.length)
  for (const place of found) isFound[place] = 1
  const sorted: number[] = []
  for (const place of order) if (isFound[place] === 1) sorted.push(place)
  return sorted
}

function orderOf(
  view: StockView,
  keyOf: (view: StockView, place: number) => number,
  direction: number,
): Int32Array {
  const keys = Float64Array.from(view.rows, (_, place) => direction * keyOf(view, place))
  const places = Int32Array.from(view.rows, (_, place) => place)
  return places.sort((left, right) => (keys[left] ?? 0) - (keys[right] ?? 0) || left - right)
}
