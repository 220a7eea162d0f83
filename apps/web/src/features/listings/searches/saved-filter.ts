import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { formatMoney } from '@terrace/domain/money/money'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { feedRequest, type FeedEvent } from '#web/features/listings/filters/feed-request.ts'
import {
  anyQuantity,
  clearedFilters,
  feedParams,
  type FeedParams,
} from '#web/features/listings/filters/feed-params.ts'

/** The filters of the event page as a saved search stores them. */
export function toSavedFilter(event: FeedEvent, search: FeedParams) {
  const {
    event_id: _event,
    'team_id[]': _performers,
    order_by: _order,
    sort_order: _sort,
    per_page: _size,
    lighter_response: _form,
    ...filter
  } = { 'team_id[]': undefined, ...feedRequest(event, search) }
  return filter
}

type StoredFilter = WireSavedSearch['filter']

/** The filter as the server returns it. */
export const storedFilter = (filter: ReturnType<typeof toSavedFilter>): StoredFilter =>
  Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [
      key,
      typeof value === 'object' ? value.map(String) : String(value),
    ]),
  )

const textOf = (filter: StoredFilter, key: string) => {
  const value = filter[key]
  return typeof value === 'string' ? value : undefined
}
const listOf = (filter: StoredFilter, key: string) => (filter[key] === undefined ? [] : [filter[key]].flat())

/** The parameters of the event page that show what a saved search finds; all other filters are cleared. */
export function toFeedParams(filter: StoredFilter): FeedParams {
  return {
    ...clearedFilters,
    ...feedParams.parse({
      quantity: textOf(filter, 'min_quantity'),
      min: textOf(filter, 'proceed_price_min'),
      max: textOf(filter, 'proceed_price_max'),
      category: listOf(filter, 'category_name[]'),
      section: listOf(filter, 'section_name[]'),
      type: listOf(filter, 'ticket_types[]'),
      seller: listOf(filter, 'broker_id[]'),
      in_hand: textOf(filter, 'ticket_in_hand'),
      instant: textOf(filter, 'instant_download'),
      hospitality: textOf(filter, 'hospitality'),
      new: textOf(filter, 'new_listings'),
      mine: textOf(filter, 'my_listings') === 'my_listings' ? '1' : undefined,
      currency: textOf(filter, 'target_currency'),
    }),
  }
}

/** The filters in words: '2 or more · up to £150.00 · Block 112'. */
export function filterText(filter: StoredFilter): string {
  const search = toFeedParams(filter)
  const { quantity = anyQuantity, min, max, currency } = search
  const price = (amount: string) =>
    currency === undefined ? amount : formatMoney(fromWireMoney({ amount, currency }))
  const counted = (values: readonly unknown[] | undefined, one: string, many: string) =>
    values === undefined ? [] : [values.length === 1 ? `1 ${one}` : `${formatCount(values.length)} ${many}`]
  const named = (values: readonly string[] | undefined, many: string) =>
    values !== undefined && values.length > 3 ? counted(values, many, many) : (values ?? [])
  const parts = [
    ...(quantity === anyQuantity ? [] : [`${quantity} tickets or more`]),
    ...(min !== undefined && max !== undefined ? [`${price(min)} to ${price(max)}`] : []),
    ...(min !== undefined && max === undefined ? [`from ${price(min)}`] : []),
    ...(min === undefined && max !== undefined ? [`up to ${price(max)}`] : []),
    ...named(search.section, 'sections'),
    ...counted(search.category, 'category', 'categories'),
    ...counted(search.type, 'delivery type', 'delivery types'),
    ...counted(search.seller, 'seller', 'sellers'),
    ...(search.in_hand ? ['In hand'] : []),
    ...(search.instant ? ['Instant download'] : []),
    ...(search.hospitality ? ['Hospitality'] : []),
    ...(search.new ? ['New listings'] : []),
    ...(search.mine ? ['My listings'] : []),
  ]
  return parts.length === 0 ? 'Any listing' : parts.join(' · ')
}
