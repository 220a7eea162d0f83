import type { WireEvent } from '@terrace/contracts/catalogue'
import { feedPageSize, type listingsRoutes } from '@terrace/contracts/listings'
import type { QueryInputOf } from '@terrace/contracts/route'
import { teamCurrency } from '#web/lib/currency-choices.ts'
import { anyQuantity, type FeedParams } from './feed-params.ts'

export type FeedQueryInput = QueryInputOf<typeof listingsRoutes.feed>
export type FeedOrder = NonNullable<FeedQueryInput['order_by']>

export type FeedEvent = Pick<WireEvent, 'id' | 'performers'>

/** The feed finds an event by any of its performers, and a line-up can be longer than a query may be. */
const maxPerformers = 20

/** The performers that identify the event in feed queries. */
export function feedPerformerIds({ performers }: Pick<WireEvent, 'performers'>): number[] {
  return performers.slice(0, maxPerformers).map(({ id }) => id)
}

/**
 * Filters, order and page size sent to the feed, with the wire names and defaults of spec §3; the caller adds the page.
 */
export function feedRequest({ id, performers }: FeedEvent, params: FeedParams) {
  const { quantity = anyQuantity, min, max, currency = teamCurrency() } = params
  return {
    event_id: id,
    ...(performers.length > 0 && { 'team_id[]': feedPerformerIds({ performers }) }),
    min_quantity: quantity === anyQuantity ? 1 : quantity,
    ...(params.new && { new_listings: '1' }),
    ...(params.in_hand && { ticket_in_hand: '1' }),
    ...(min !== undefined && { proceed_price_min: min }),
    ...(max !== undefined && { proceed_price_max: max }),
    // `is_vip_listings` in the spec.
    ...(params.hospitality && { hospitality: '1' }),
    ...(params.instant && { instant_download: '1' }),
    ...(params.type && { 'ticket_types[]': params.type }),
    ...(params.category && { 'category_name[]': params.category }),
    ...(params.seller && { 'broker_id[]': params.seller }),
    ...(params.section && { 'section_name[]': params.section.map(dashesToSpaces) }),
    my_listings: params.mine ? 'my_listings' : 'all_listings',
    ...(currency !== undefined && { target_currency: currency }),
    // The page's own URL calls the column `order` and the direction `sort`.
    order_by: params.order ?? 'price',
    sort_order: params.sort ?? 'asc',
    per_page: feedPageSize,
    lighter_response: 'true',
  } as const satisfies FeedQueryInput
}
export type FeedRequest = ReturnType<typeof feedRequest>

/** Dashes and underscores become spaces (spec §3). */
function dashesToSpaces(section: string): string {
  return section.replaceAll(/[-_]/g, ' ')
}
