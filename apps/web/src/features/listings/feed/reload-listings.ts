import type { QueryClient } from '@tanstack/react-query'
import type { FeedResponse } from '@terrace/contracts/listings'
import { applyFeedChanges, type ChangedFeed } from './apply-feed-changes.ts'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { currentListingsQuery, feedQuery, totalsQuery } from '#web/features/listings/queries.ts'
import { waitForPages } from './wait-for-pages.ts'

/**
 * Refetches all loaded pages, after changes of unknown extent, and applies the differences like single changes: shown
 * rows keep their order. `isOutdated` tells whether a listing changed since the list was sorted. Returns `null` when nothing is loaded.
 *
 * @throws when a call fails; the pages are then unchanged
 */
export async function reloadListings(
  queryClient: QueryClient,
  request: FeedRequest,
  isOutdated: (listingId: string) => boolean,
): Promise<Pick<ChangedFeed, 'rowChanges' | 'previous' | 'removed'> | null> {
  const loaded = await waitForPages(queryClient, request)
  const currency = loaded?.pages[0]?.meta.currency
  if (loaded === undefined || currency === undefined) return null
  const ids = loaded.pages.flatMap(({ data }) => data.map(({ id }) => id))
  const current = await queryClient.fetchQuery(
    currentListingsQuery(request, { pageCount: loaded.pages.length, ids, currency }),
  )
  const latest = await waitForPages(queryClient, request)
  const meta = current.pages[0]?.meta
  if (latest === undefined || meta === undefined) return null
  const found = current.pages.flatMap(({ data }) => data)
  const known = new Set(ids)
  const { pages, rowChanges, previous, removed } = applyFeedChanges(
    latest.pages.map((page, index) => withMeta(page, index, current.pages)),
    {
      requestedIds: ids,
      found: [...found, ...current.others.filter(({ event_id: eventId }) => eventId === request.event_id)],
      added: found.filter(({ id }) => !known.has(id)),
      appendsAtEnd: true,
      isOutdated,
      held: new Set(meta.mine.held.map(({ listing_id: id }) => id)),
    },
    request,
  )
  queryClient.setQueryData(totalsQuery(request).queryKey, meta)
  queryClient.setQueryData(feedQuery(request).queryKey, { ...latest, pages })
  return { rowChanges, previous, removed }
}

/** The current metadata of a page. A list that became shorter has it from its last page. */
function withMeta(page: FeedResponse, index: number, current: readonly FeedResponse[]): FeedResponse {
  const { meta } = current[index] ?? current.at(-1) ?? page
  return { ...page, meta: { ...meta, page: page.meta.page } }
}
