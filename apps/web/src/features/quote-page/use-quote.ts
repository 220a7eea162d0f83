import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { WireClientQuote } from '@terrace/contracts/quote-page'
import { useEffect, useMemo, useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { useIsVisible } from '#web/lib/hooks/use-is-visible.ts'
import type { QuoteUrl } from './quote-url.ts'
import { createViewTracker, quoteQuery, type QuoteResponse } from './queries.ts'
import { useQuoteUpdates } from './use-quote-updates.ts'

/** How often the quote is polled while realtime is disconnected. */
const pollIntervalMs = 20_000

/**
 * Loads a quote and keeps it current, through its channels or by polling. Hidden pages do neither. All loaded pages
 * are merged into one list.
 */
export function useQuote({ slug, offerId }: QuoteUrl) {
  const queryClient = useQueryClient()
  const [viewTracker] = useState(createViewTracker)
  const options = quoteQuery(slug, { isSingleOffer: offerId !== null, viewTracker })
  const isVisible = useIsVisible()
  const [isLive, setLive] = useState(false)
  const query = useInfiniteQuery({ ...options, refetchInterval: isLive ? false : pollIntervalMs })
  const { data, hasNextPage, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = query
  const quote = useMemo(() => data && mergePages(data.pages), [data])

  useQuoteUpdates({ channels: isVisible ? (quote?.channels ?? []) : [], setLive, refetch: query.refetch })

  // The linked offer may be on any page.
  const maySearch = hasNextPage && !isFetchNextPageError
  useEffect(() => {
    // Depends on `data`, because pages can arrive without a render in between.
    if (maySearch && isOfferMissing(data?.pages, offerId) && !isFetchingNextPage) void fetchNextPage()
  }, [maySearch, data, offerId, isFetchingNextPage, fetchNextPage])

  // TanStack Query clears the error of a query without data on refetch, so keep the last one.
  const [failure, setFailure] = useState<Error | null>(null)
  if (query.error !== null && query.error !== failure) setFailure(query.error)

  const offerCount = data?.pages[0]?.meta.total ?? 0
  return {
    quote,
    /** The last error. While there is no quote, it stays visible during a retry. */
    error: query.error ?? (quote === undefined ? failure : null),
    isFetching: query.isFetching,
    /** Pages are still being searched for the linked offer. */
    isSearching: maySearch && isOfferMissing(data?.pages, offerId),
    offerCount,
    /** Loads the next page; `undefined` when all offers are loaded. */
    more: hasNextPage
      ? {
          visible: quote?.offers.length ?? 0,
          total: offerCount,
          onPress: () => void fetchNextPage(),
          isPending: isFetchingNextPage,
          error: isFetchNextPageError ? errorText(query.error) : undefined,
        }
      : undefined,
    refetch: () => void query.refetch(),
    /** Applies the quote returned for a response, then refetches its offers. */
    async applyResponse({ data: updatedQuote }: QuoteResponse) {
      queryClient.setQueryData(
        options.queryKey,
        (cached) =>
          cached && {
            ...cached,
            pages: cached.pages.map((page) => ({
              ...page,
              data: { ...updatedQuote, offers: page.data.offers },
            })),
          },
      )
      await query.refetch()
    },
  }
}

export type LoadedQuote = ReturnType<typeof useQuote>

function isOfferMissing(pages: readonly QuoteResponse[] | undefined, offerId: string | null): boolean {
  if (offerId === null || pages === undefined) return false
  return !pages.some(({ data }) => data.offers.some(({ id }) => id === offerId))
}

/** Quote details come from the first page. An offer that moved between pages is listed once. */
function mergePages(pages: readonly QuoteResponse[]): WireClientQuote | undefined {
  const first = pages[0]?.data
  if (!first) return undefined
  const offers = new Map(pages.flatMap(({ data }) => data.offers.map((offer) => [offer.id, offer])))
  return { ...first, offers: [...offers.values()] }
}
