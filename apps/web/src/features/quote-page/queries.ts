import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { ResponseOf } from '@terrace/contracts/route'
import { call } from '#web/lib/http/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'

/** A quote with one page of its offers. Loading and responding both return it. */
export type QuoteResponse = ResponseOf<typeof quotePageRoutes.details>

export type QuotedPlan = ResponseOf<typeof quotePageRoutes.plan>['data']

/** Offers per page. A link to one offer uses the API's maximum to find it in fewer requests. */
const pageSizes = { list: 100, one: 500 }

/** Marks the first request of a visible page, the only one that counts as a view. */
export interface ViewTracker {
  shouldCountView: () => boolean
  markCounted: () => void
}

export function createViewTracker(): ViewTracker {
  let isCounted = false
  return {
    // A tab opened in the background has not been viewed yet.
    shouldCountView: () => !isCounted && document.visibilityState === 'visible',
    markCounted: () => {
      isCounted = true
    },
  }
}

/** The quote with its offers, page by page. Cached data stays visible during a refetch. */
export function quoteQuery(
  slug: string,
  { isSingleOffer, viewTracker }: { isSingleOffer: boolean; viewTracker: ViewTracker },
) {
  const perPage = isSingleOffer ? pageSizes.one : pageSizes.list
  return infiniteQueryOptions({
    queryKey: [dataKeys.quote, slug, perPage],
    queryFn: async ({ pageParam, signal }) => {
      const isCountedView = viewTracker.shouldCountView()
      const body = { slug, is_opening: isCountedView, page: pageParam, per_page: perPage }
      const response = await call(quotePageRoutes.details, { body, signal })
      if (isCountedView) viewTracker.markCounted()
      return response
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    // Availability is live, so every visit refetches.
    staleTime: 0,
  })
}

/** The venue map; it never changes during a visit. */
export function planQuery(slug: string) {
  return queryOptions({
    queryKey: [quotePageRoutes.plan.name, slug],
    queryFn: async ({ signal }) => (await call(quotePageRoutes.plan, { body: { slug }, signal })).data,
    staleTime: Infinity,
  })
}
