import type { FeedOrder } from './feed-request.ts'
import type { FeedParams } from './feed-params.ts'

export interface SortChoice {
  id: string
  name: string
  order: FeedOrder
  sort: 'asc' | 'desc'
}

/** Orders for lists without column headers; the URL stores order and direction separately. */
export const sortChoices: readonly SortChoice[] = [
  { id: 'price-asc', name: 'Price, low first', order: 'all_in_price', sort: 'asc' },
  { id: 'price-desc', name: 'Price, high first', order: 'all_in_price', sort: 'desc' },
  { id: 'section-asc', name: 'Section', order: 'section', sort: 'asc' },
  { id: 'row-asc', name: 'Row, front first', order: 'row', sort: 'asc' },
  { id: 'quantity-desc', name: 'Quantity, most first', order: 'quantity', sort: 'desc' },
  { id: 'in_hand_date-asc', name: 'In hand, soonest first', order: 'in_hand_date', sort: 'asc' },
  { id: 'newest-asc', name: 'Newest first', order: 'age', sort: 'asc' },
  { id: 'delivery-asc', name: 'Delivery', order: 'delivery', sort: 'asc' },
  { id: 'restrictions-asc', name: 'Restrictions, fewest first', order: 'restrictions', sort: 'asc' },
  { id: 'seller-asc', name: 'Seller', order: 'seller', sort: 'asc' },
  { id: 'face_value-asc', name: 'Face value, low first', order: 'face_value', sort: 'asc' },
  { id: 'seats-asc', name: 'Seats, low numbers first', order: 'seats', sort: 'asc' },
]

/** The sort choice of a URL; an unknown direction falls back to the first choice with that order. */
export function sortChoiceOf(params: FeedParams): SortChoice {
  const { order: column, sort } = columnOrder(params)
  const order = column === 'price' ? 'all_in_price' : column
  const [first] = sortChoices
  const choice =
    sortChoices.find((candidate) => candidate.order === order && candidate.sort === sort) ??
    sortChoices.find((candidate) => candidate.order === order) ??
    first
  if (choice === undefined) throw new Error('No sort choices defined')
  return choice
}

/**
 * The column that shows the order of a URL. The default order is that of the spec, `price`; it is shown at the all-in
 * price, which has the same order, because the fee is one percentage.
 */
export function columnOrder({ order, sort = 'asc' }: FeedParams): { order: FeedOrder; sort: 'asc' | 'desc' } {
  return { order: order === 'newest' ? 'age' : (order ?? 'all_in_price'), sort }
}

/** The search parameters of a column's order; defaults are left out of the URL. */
export function orderParams(order: FeedOrder, sort: 'asc' | 'desc'): FeedParams {
  return {
    order: order === 'all_in_price' ? undefined : order,
    sort: sort === 'asc' ? undefined : sort,
  }
}
