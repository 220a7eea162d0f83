import type { WireEvent } from '@terrace/contracts/catalogue'
import { feedPageSize, type listingsRoutes } from '@terrace/contracts/listings'
import type { QueryInputOf } from '@terrace/contracts/route'
import { anyQuantity, type FeedSearch } from './feed-search.ts'

export type FeedQueryInput = QueryInputOf<typeof listingsRoutes.feed>
export type FeedOrder = NonNullable<FeedQueryInput['order_by']>

/** Whose stock is asked for. */
export type FeedSubject = Pick<WireEvent, 'id' | 'performers'>

/** The listing filter of spec §3 with its defaults and renames, as it goes on the wire; the query adds the page. */
export function feedFilter({ id, performers }: FeedSubject, search: FeedSearch) {
  const { quantity = anyQuantity, min, max, currency } = search
  return {
    event_id: id,
    ...(performers.length > 0 && { 'team_id[]': performers.map((performer) => performer.id) }),
    min_quantity: quantity === anyQuantity ? 1 : quantity,
    ...(search.new && { new_listings: '1' }),
    ...(search.in_hand && { ticket_in_hand: '1' }),
    ...(min !== undefined && { proceed_price_min: min }),
    ...(max !== undefined && { proceed_price_max: max }),
    // `is_vip_listings` of the filter.
    ...(search.hospitality && { hospitality: '1' }),
    ...(search.instant && { instant_download: '1' }),
    ...(search.type && { 'ticket_types[]': search.type }),
    ...(search.category && { 'category_name[]': search.category }),
    ...(search.seller && { 'broker_id[]': search.seller }),
    ...(search.section && { 'section_name[]': search.section.map(spaced) }),
    my_listings: search.mine ? 'my_listings' : 'all_listings',
    ...(currency !== undefined && { target_currency: currency }),
    order_by: search.order ?? 'price',
    sort_order: search.sort ?? 'asc',
    per_page: feedPageSize,
    lighter_response: 'true',
  } as const satisfies FeedQueryInput
}
export type FeedFilter = ReturnType<typeof feedFilter>

/** Dashes and underscores are turned into spaces (spec §3). */
function spaced(section: string): string {
  return section.replaceAll(/[-_]/g, ' ')
}

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
