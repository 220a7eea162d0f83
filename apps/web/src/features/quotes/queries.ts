import { keepPreviousData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import type { BodyInputOf } from '@terrace/contracts/route'
import { listingsRoutes } from '@terrace/contracts/listings'
import { call } from '#web/lib/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { filterQuery, type QuoteFilter } from './quote-filter.ts'

/** The team's quotes, newest first, page by page. What was found before stands while the next is looked for. */
export function quotesQuery(filter: QuoteFilter) {
  const query = filterQuery(filter)
  return infiniteQueryOptions({
    queryKey: [quotesRoutes.list.name, query],
    queryFn: ({ signal, pageParam }) =>
      call(quotesRoutes.list, { query: { ...query, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    placeholderData: keepPreviousData,
  })
}

/** One quote with its offers and its history. */
export function quoteQuery(id: string) {
  const params = { quote_id: id }
  return queryOptions({
    queryKey: [quotesRoutes.one.name, params],
    queryFn: async ({ signal }) => (await call(quotesRoutes.one, { params, signal })).data,
  })
}

export type CheckedOffer = NonNullable<BodyInputOf<typeof quotesRoutes.check>['offers']>[number]

/**
 * What buying these would cost now, against when it was quoted; without `offers` what the client accepted, else all. It is
 * asked anew each time: nothing is held on an answer of before.
 */
export function checkQuery(id: string, offers: readonly CheckedOffer[] | undefined) {
  const params = { quote_id: id }
  const body = offers ? { offers: [...offers] } : {}
  return queryOptions({
    queryKey: [quotesRoutes.check.name, params, body],
    queryFn: async ({ signal }) => (await call(quotesRoutes.check, { params, body, signal })).data,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** What the team's holds have frozen, in this currency; as a quote of them would have it. */
export function heldCostsQuery(currency: string) {
  const query = { currency_to_display: currency }
  return queryOptions({
    queryKey: [quotesRoutes.heldCosts.name, query],
    queryFn: async ({ signal }) => (await call(quotesRoutes.heldCosts, { query, signal })).data,
    // Holds come and go, and the day's rate with the day.
    staleTime: 0,
  })
}

/** How the team's quotes look and behave. */
export function quoteSettingsQuery() {
  return queryOptions({
    queryKey: [quoteSettingsRoutes.read.name],
    queryFn: async ({ signal }) => (await call(quoteSettingsRoutes.read, { signal })).data,
  })
}

interface EventPrices {
  eventId: number
  currency: string
  isHospitality: boolean
}

/** From which price to which an event's listings go, in this currency: the feed's totals without its listings. */
export function eventPricesQuery({ eventId, currency, isHospitality }: EventPrices) {
  const query = {
    event_id: eventId,
    target_currency: currency,
    per_page: 1,
    ...(isHospitality && { hospitality: '1' as const }),
  }
  return queryOptions({
    // The news that makes the totals of a list old makes these old.
    queryKey: [dataKeys.stockTotals, 'quoted', query],
    queryFn: async ({ signal }) => (await call(listingsRoutes.feed, { query, signal })).meta,
  })
}
