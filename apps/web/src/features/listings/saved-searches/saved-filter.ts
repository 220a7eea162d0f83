import type { WireSavedSearch } from '@terrace/contracts/saved-searches'
import { formatMoney } from '@terrace/domain/money/money'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { deliveryLabel } from '@terrace/domain/tickets/delivery-types'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { feedRequest, type FeedEvent } from '#web/features/listings/filters/feed-request.ts'
import { flagKinds, flagTitles, type FlagKind } from '#web/features/listings/filters/filter-choices.ts'
import {
  anyQuantity,
  clearedFilters,
  feedParams,
  type FeedParams,
  type FilterParam,
} from '#web/features/listings/filters/feed-params.ts'
import { allInLimit, type LimitEnd } from '#web/features/listings/filters/price-limits.ts'

/** The filters of the event page as the request to save a search sends them. */
export function toSavedFilter(event: FeedEvent, params: FeedParams) {
  const {
    event_id: _event,
    'team_id[]': _performers,
    order_by: _order,
    sort_order: _sort,
    per_page: _size,
    lighter_response: _form,
    ...filter
  } = { 'team_id[]': undefined, ...feedRequest(event, params) }
  return filter
}

type WireSavedFilter = WireSavedSearch['filter']

/** The same filter as the server returns it, with every value as text. */
export const toWireSavedFilter = (filter: ReturnType<typeof toSavedFilter>): WireSavedFilter =>
  Object.fromEntries(
    Object.entries(filter).map(([key, value]) => [
      key,
      typeof value === 'object' ? value.map(String) : String(value),
    ]),
  )

const textOf = (filter: WireSavedFilter, key: string) => {
  const value = filter[key]
  return typeof value === 'string' ? value : undefined
}
const listOf = (filter: WireSavedFilter, key: string) =>
  filter[key] === undefined ? [] : [filter[key]].flat()

/** URL parameters that apply a saved search to the event page and clear all other filters. */
export function toFeedParams(filter: WireSavedFilter): FeedParams {
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
    } satisfies Record<FilterParam | 'currency', unknown>),
  }
}

/** The filters in words, with all-in prices if the fee is known: '2 tickets or more · up to £157.50 all-in · Block 112'. */
export function filterText({
  filter,
  service_fee_percent: feePercent,
}: {
  filter: WireSavedFilter
  service_fee_percent: string | undefined
}): string {
  const params = toFeedParams(filter)
  const { quantity = anyQuantity, min, max, currency } = params
  const price = (end: LimitEnd, limit: string) => {
    if (currency === undefined) return limit
    const amount =
      feePercent === undefined ? limit : allInLimit(end, limit, { currency, service_fee_percent: feePercent })
    return formatMoney(fromWireMoney({ amount, currency }))
  }
  const note = feePercent === undefined || currency === undefined ? 'before the fee' : 'all-in'
  const counted = (values: readonly unknown[] | undefined, one: string, many: string) =>
    values === undefined ? [] : [values.length === 1 ? `1 ${one}` : `${formatCount(values.length)} ${many}`]
  const named = (values: readonly string[] | undefined, many: string) =>
    values !== undefined && values.length > 3 ? counted(values, many, many) : (values ?? [])
  const texts = {
    quantity: quantity === anyQuantity ? [] : [`${quantity} tickets or more`],
    price: [
      ...(min !== undefined && max !== undefined
        ? [`${price('min', min)} to ${price('max', max)} ${note}`]
        : []),
      ...(min !== undefined && max === undefined ? [`from ${price('min', min)} ${note}`] : []),
      ...(min === undefined && max !== undefined ? [`up to ${price('max', max)} ${note}`] : []),
    ],
    section: named(params.section, 'sections'),
    category: counted(params.category, 'category', 'categories'),
    type:
      params.type?.length === 1
        ? params.type.map(deliveryLabel)
        : counted(params.type, 'delivery type', 'delivery types'),
    seller: counted(params.seller, 'seller', 'sellers'),
    flags: flagKinds.filter((kind) => params[kind]).map((kind) => flagTitles[kind]),
  } satisfies Record<Exclude<FilterParam, 'min' | 'max' | FlagKind> | 'price' | 'flags', readonly string[]>
  const parts = Object.values(texts).flat()
  return parts.length === 0 ? 'Any listing' : parts.join(' · ')
}
