import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  feedPageSize,
  listingsRoutes,
  type FeedResponse,
  type WireListing,
} from '@terrace/contracts/listings'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import type { FeedRequest, FeedQueryInput } from './filters/feed-request.ts'

/** Fits on one page of the response. */
export const maxListingsById = feedPageSize

/** Calls the feed. Error responses are logged and return `null` (spec §8); network errors are rethrown. */
async function fetchFeed(query: FeedQueryInput, signal?: AbortSignal): Promise<FeedResponse | null> {
  try {
    return await call(listingsRoutes.feed, { query, ...(signal && { signal }) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.error('Failed to load listings:', error)
    return null
  }
}

/** Replaces the feed's `null` in queries, which need data or an error; the cause is in the log. */
class FeedError extends Error {
  override readonly name = 'FeedError'
}

/** @throws FeedError after an error response */
async function requireFeed(response: Promise<FeedResponse | null>): Promise<FeedResponse> {
  const feed = await response
  if (feed === null) throw new FeedError()
  return feed
}

/** Error responses are final and the user can retry; network errors are retried automatically. */
const retry = (failures: number, error: Error) => !(error instanceof FeedError) && failures < 2

/** Pages of the event's listings in the selected currency, or the team's. */
export function feedQuery(request: FeedRequest) {
  return infiniteQueryOptions({
    queryKey: [dataKeys.tickets, request],
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await fetchFeedPage(request, pageParam, signal)
      // The first page includes the totals.
      if (pageParam === 1) client.setQueryData(totalsQuery(request).queryKey, page.meta)
      return page
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    // A refetch would sort the list again while the user reads it; `reloadListings` keeps the order.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry,
  })
}

const fetchFeedPage = (request: FeedRequest, page: number, signal?: AbortSignal): Promise<FeedResponse> =>
  requireFeed(fetchFeed({ ...request, page }, signal))

/** The current first pages of the feed, and those of the named listings that are on none of them. */
export function currentListingsQuery(
  request: FeedRequest,
  { pageCount, ids, currency }: { pageCount: number; ids: readonly string[]; currency: string },
) {
  return queryOptions({
    queryKey: [dataKeys.tickets, request, 'current', { pageCount, ids }],
    async queryFn({ signal }): Promise<{ pages: FeedResponse[]; others: WireListing[] }> {
      const pages: FeedResponse[] = []
      while (pages.length < Math.min(pageCount, pages.at(-1)?.meta.last_page ?? 1))
        pages.push(await fetchFeedPage(request, pages.length + 1, signal))
      const onPages = new Set(pages.flatMap(({ data }) => data.map(({ id }) => id)))
      const missing = ids.filter((id) => !onPages.has(id))
      const others: WireListing[] = []
      for (let start = 0; start < missing.length; start += maxListingsById) {
        const batch = missing.slice(start, start + maxListingsById)
        const scope = { performerIds: request['team_id[]'] ?? [], currency }
        others.push(...(await requireFeed(fetchListingsById(batch, scope))).data)
      }
      return { pages, others }
    },
    // Compared with the loaded list at once, and never shown.
    staleTime: 0,
    gcTime: 0,
    retry,
  })
}

/**
 * The list's `meta`: totals, price range, filter choices and the team's own data. Refetched without listings and
 * independent of the sort order.
 */
export function totalsQuery(request: FeedRequest) {
  const { order_by: _order, sort_order: _sort, ...unsorted } = request
  return queryOptions({
    queryKey: [dataKeys.stockTotals, unsorted],
    queryFn: async ({ signal }) => (await requireFeed(fetchFeed({ ...unsorted, per_page: 1 }, signal))).meta,
    // Detects changes when no socket updates arrive.
    refetchInterval: 30_000,
    retry,
  })
}

/**
 * The second feed call of spec §7: current data of these listings, regardless of filters. Sold-out listings have
 * `available` 0, deleted ones are missing. `null` after an error response.
 */
export function fetchListingsById(
  ids: readonly string[],
  { performerIds, currency }: { performerIds: readonly number[]; currency: string },
): Promise<FeedResponse | null> {
  return fetchFeed({
    ...(performerIds.length > 0 && { 'team_id[]': performerIds }),
    'listing_id[]': ids,
    target_currency: currency,
    per_page: maxListingsById,
  })
}

/** Current data of one listing, regardless of filters; `null` when it is gone or the call failed. */
export function linkedListingQuery(id: string, request: FeedRequest) {
  const { event_id: eventId, target_currency: currency } = request
  return queryOptions({
    queryKey: [dataKeys.tickets, 'linked', eventId, id, currency],
    queryFn: async ({ signal }): Promise<WireListing | null> => {
      const response = await fetchFeed(
        { event_id: eventId, 'listing_id[]': [id], target_currency: currency },
        signal,
      )
      return response?.data[0] ?? null
    },
    retry,
  })
}

/** The named listings that match the filters, in the requested order. `null` after an error response. */
export function fetchMatchingListings(
  ids: readonly string[],
  request: FeedRequest,
  signal?: AbortSignal,
): Promise<FeedResponse | null> {
  return fetchFeed({ ...request, 'listing_id[]': ids, per_page: maxListingsById }, signal)
}

/** Listings used up by the team's holds, which the feed omits; shown as the team's own (product.md §4). */
export function heldListingsQuery(ids: readonly string[], request: FeedRequest) {
  return queryOptions({
    queryKey: [dataKeys.tickets, request, 'held', ids],
    queryFn: async ({ signal }) => (await fetchMatchingListings(ids, request, signal))?.data ?? [],
    retry,
  })
}
