import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { WireVisitorQuote } from '@terrace/contracts/quote-page'
import { useEffect, useMemo, useState } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { useIsVisible } from '#web/lib/use-is-visible.ts'
import type { QuotePlace } from './quote-place.ts'
import { createOpening, quoteQuery, type Answer } from './queries.ts'
import { useQuoteNews } from './use-quote-news.ts'

/** How often the quote is asked for where no news comes through. */
const askAgainMs = 20_000

/**
 * The quote of an address, kept as it is now: by its channels, or else by asking from time to time, and neither while nobody
 * looks. All pages that were loaded make one list.
 */
export function useQuote({ slug, offerId }: QuotePlace) {
  const queryClient = useQueryClient()
  const [opening] = useState(createOpening)
  const options = quoteQuery(slug, { isOne: offerId !== null, opening })
  const isVisible = useIsVisible()
  const [isLive, setLive] = useState(false)
  const query = useInfiniteQuery({ ...options, refetchInterval: isLive ? false : askAgainMs })
  const { data, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = query
  const quote = useMemo(() => data && together(data.pages), [data])

  useQuoteNews({ channels: isVisible ? (quote?.channels ?? []) : [], setLive, ask: query.refetch })

  // The one offer of the link may stand on any page.
  const maySearch = hasNextPage && !isFetchNextPageError
  useEffect(() => {
    // Each page that has come is looked through: it may come so fast that nothing is drawn while it is fetched.
    if (maySearch && lacks(data?.pages, offerId) && !isFetchingNextPage) void fetchNextPage()
  }, [maySearch, data, offerId, isFetchingNextPage, fetchNextPage])

  // Of a query without data nothing is left of its error once it is asked again.
  const [failure, setFailure] = useState<Error | null>(null)
  if (query.error !== null && query.error !== failure) setFailure(query.error)

  const offerCount = data?.pages[0]?.meta.total ?? 0
  return {
    quote,
    /** Why it could not be had the last time; while there is no quote, also as it is asked for again. */
    error: query.error ?? (quote === undefined ? failure : null),
    isFetching: query.isFetching,
    /** Pages are still searched for the offer of the link. */
    isLookedFor: maySearch && lacks(data?.pages, offerId),
    offerCount,
    /** What the foot of the list needs; undefined where all of it is there. */
    more: hasNextPage
      ? {
          shown: quote?.offers.length ?? 0,
          total: offerCount,
          onPress: () => void fetchNextPage(),
          isPending: isFetchingNextPage,
          error: isFetchNextPageError ? errorText(query.error) : undefined,
        }
      : undefined,
    renew: () => void query.refetch(),
    /** The quote as an answer of the client has left it; its offers are asked for again. */
    async take({ data: standing }: Answer) {
      queryClient.setQueryData(
        options.queryKey,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              data: { ...standing, offers: page.data.offers },
            })),
          },
      )
      await query.refetch()
    },
  }
}

export type LoadedQuote = ReturnType<typeof useQuote>

function lacks(pages: readonly Answer[] | undefined, offerId: string | null): boolean {
  if (offerId === null || pages === undefined) return false
  return !pages.some(({ data }) => data.offers.some(({ id }) => id === offerId))
}

/** What is said of the quote comes from the first page; an offer that moved to another page meanwhile stands once. */
function together(pages: readonly Answer[]): WireVisitorQuote | undefined {
  const first = pages[0]?.data
  if (!first) return undefined
  const offers = new Map(pages.flatMap(({ data }) => data.offers.map((offer) => [offer.id, offer])))
  return { ...first, offers: [...offers.values()] }
}
