import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { quotePageRoutes } from '@terrace/contracts/quote-page'
import type { ResponseOf } from '@terrace/contracts/route'
import { call } from '#web/lib/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'

/** A quote with a page of its offers: what asking for it and answering it both give. */
export type Answer = ResponseOf<typeof quotePageRoutes.details>

/** The plan of the venue, as it is drawn. */
export type QuotedPlan = ResponseOf<typeof quotePageRoutes.plan>['data']

/** Offers that are asked for at once; a link to one offer looks for it among as many as the call gives. */
const pageSizes = { list: 100, one: 500 }

/** Says which question is the first of a page that somebody looks at: it alone counts as a view. */
export interface Opening {
  isDue: () => boolean
  done: () => void
}

export function createOpening(): Opening {
  let wasCounted = false
  return {
    // A tab that was opened in the background has not been looked at yet.
    isDue: () => !wasCounted && document.visibilityState === 'visible',
    done: () => {
      wasCounted = true
    },
  }
}

/** The quote as it is now, with its offers page after page. What was known of it stays while it is asked for again. */
export function quoteQuery(slug: string, { isOne, opening }: { isOne: boolean; opening: Opening }) {
  const perPage = isOne ? pageSizes.one : pageSizes.list
  return infiniteQueryOptions({
    queryKey: [dataKeys.quote, slug, perPage],
    queryFn: async ({ pageParam, signal }) => {
      const isOpening = opening.isDue()
      const body = { slug, is_opening: isOpening, page: pageParam, per_page: perPage }
      const answer = await call(quotePageRoutes.details, { body, signal })
      if (isOpening) opening.done()
      return answer
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    // Whoever comes back to the page sees it as it is then.
    staleTime: 0,
  })
}

/** The venue from above; it does not change while somebody looks at it. */
export function planQuery(slug: string) {
  return queryOptions({
    queryKey: [quotePageRoutes.plan.name, slug],
    queryFn: async ({ signal }) => (await call(quotePageRoutes.plan, { body: { slug }, signal })).data,
    staleTime: Infinity,
  })
}
