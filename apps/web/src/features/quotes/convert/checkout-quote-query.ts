import { queryOptions } from '@tanstack/react-query'
import { routeKeys } from '#web/lib/data-keys.ts'

/** The quote that a checkout pays for, as `quoteQuery` caches it. Loads the code of quotes only for such a checkout. */
export function checkoutQuoteQuery(id: string | undefined) {
  const params = { quote_id: id ?? '' }
  return queryOptions({
    queryKey: [routeKeys.quote, params],
    queryFn: async ({ signal }) =>
      (await import('#web/features/quotes/queries.ts')).fetchQuote(params, signal),
    enabled: id !== undefined,
  })
}
