import { queryOptions } from '@tanstack/react-query'
import { listingsRoutes } from '@terrace/contracts/listings'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { dataKeys } from '#web/lib/data-keys.ts'
import { call } from '#web/lib/http/api-client.ts'

/** Today's rates from these currencies to that of a quote. */
export function exchangeRatesQuery({ to, from }: { to: string; from: readonly string[] }) {
  const query = { currency_to_display: to, from: from.toSorted().join(',') }
  return queryOptions({
    queryKey: [quoteCreationRoutes.exchangeRates.name, query],
    queryFn: async ({ signal }) => (await call(quoteCreationRoutes.exchangeRates, { query, signal })).data,
    enabled: from.length > 0,
  })
}

/** The locked costs of the team's holds in this currency, as a quote would show them. */
export function heldCostsQuery(currency: string) {
  const query = { currency_to_display: currency }
  return queryOptions({
    queryKey: [quoteCreationRoutes.heldCosts.name, query],
    queryFn: async ({ signal }) => (await call(quoteCreationRoutes.heldCosts, { query, signal })).data,
    // Holds and daily exchange rates change.
    staleTime: 0,
  })
}

interface EventPrices {
  eventId: number
  currency: string
  isHospitality: boolean
}

/** Price range of an event's listings in this currency: the feed's totals without its listings. */
export function eventPricesQuery({ eventId, currency, isHospitality }: EventPrices) {
  const query = {
    event_id: eventId,
    target_currency: currency,
    per_page: 1,
    ...(isHospitality && { hospitality: '1' as const }),
  }
  return queryOptions({
    // Updates that invalidate the feed's totals invalidate these too.
    queryKey: [dataKeys.stockTotals, 'quoted', query],
    queryFn: async ({ signal }) => (await call(listingsRoutes.feed, { query, signal })).meta,
  })
}
