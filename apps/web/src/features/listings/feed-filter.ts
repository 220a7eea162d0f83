import type { listingsRoutes } from '@terrace/contracts/listings'
import type { QueryInputOf } from '@terrace/contracts/route'

export type FeedOrder = NonNullable<QueryInputOf<typeof listingsRoutes.feed>['order_by']>

/** What the address of the event page keeps of the filter; what is left out stands at its default. */
export interface FeedSearch {
  /** Choice of quantity: ids 1 to 5 are that many or more, 6 is "Any quantity" (spec §3). */
  quantity?: number | undefined
  order?: FeedOrder | undefined
  sort?: 'asc' | 'desc' | undefined
}

/** The choice "Any quantity", which is the default. */
export const anyQuantity = 6

export const quantityChoices = [6, 1, 2, 3, 4, 5] as const

/** The listing filter of spec §3 with its defaults, as it goes on the wire; the page is added by the query. */
export function feedFilter(eventId: number, search: FeedSearch) {
  const quantity = search.quantity ?? anyQuantity
  return {
    event_id: eventId,
    min_quantity: quantity === anyQuantity ? 1 : quantity,
    order_by: search.order ?? 'price',
    sort_order: search.sort ?? 'asc',
    my_listings: 'all_listings',
    per_page: 100,
    lighter_response: 'true',
  } as const satisfies QueryInputOf<typeof listingsRoutes.feed>
}
export type FeedFilter = ReturnType<typeof feedFilter>

export interface SortChoice {
  id: string
  name: string
  order: FeedOrder
  sort: 'asc' | 'desc'
}

/** The orders a list can stand in. The address keeps order and direction apart, this list names the pairs. */
export const sortChoices: readonly SortChoice[] = [
  { id: 'price-asc', name: 'Price, low first', order: 'price', sort: 'asc' },
  { id: 'price-desc', name: 'Price, high first', order: 'price', sort: 'desc' },
  { id: 'section-asc', name: 'Section', order: 'section', sort: 'asc' },
  { id: 'row-asc', name: 'Row, front first', order: 'row', sort: 'asc' },
  { id: 'quantity-desc', name: 'Quantity, most first', order: 'quantity', sort: 'desc' },
  { id: 'in_hand_date-asc', name: 'In hand, soonest first', order: 'in_hand_date', sort: 'asc' },
  { id: 'newest-asc', name: 'Newest first', order: 'newest', sort: 'asc' },
]

/** The choice that an address names; one that no choice stands for is shown by its order alone. */
export function sortChoiceOf({ order = 'price', sort = 'asc' }: FeedSearch): SortChoice {
  const [first] = sortChoices
  const choice =
    sortChoices.find((candidate) => candidate.order === order && candidate.sort === sort) ??
    sortChoices.find((candidate) => candidate.order === order) ??
    first
  if (choice === undefined) throw new Error('There are no sort choices')
  return choice
}
