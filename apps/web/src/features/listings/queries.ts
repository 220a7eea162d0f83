import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  feedPageSize,
  listingsRoutes,
  type FeedResponse,
  type WireListing,
} from '@terrace/contracts/listings'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import type { FeedFilter, FeedQueryInput } from './feed-filter.ts'

/**
 * Either feed call. An answer that is not ok is logged, and null stands for it (spec §8); what `fetch` throws is passed
 * on.
 */
async function askFeed(query: FeedQueryInput, signal?: AbortSignal): Promise<FeedResponse | null> {
  try {
    return await call(listingsRoutes.feed, { query, ...(signal && { signal }) })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.error('The feed failed:', error)
    return null
  }
}

/** Stands for a null of the feed where a query must have data or an error; what was wrong is in the log. */
class FeedFailure extends Error {
  override readonly name = 'FeedFailure'
}

/** An answer is final, also one that is not ok: the page offers to ask again. Only a lost connection is tried anew. */
const retry = (failures: number, error: Error) => !(error instanceof FeedFailure) && failures < 2

/** The event's listings, page after page, in the chosen currency or that of the reader's team. */
export function feedQuery(filter: FeedFilter) {
  return infiniteQueryOptions({
    queryKey: [dataKeys.tickets, filter],
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await askFeed({ ...filter, page: pageParam }, signal)
      if (page === null) throw new FeedFailure()
      // The first page brings the totals with it.
      if (pageParam === 1) client.setQueryData(totalsQuery(filter).queryKey, page.meta)
      return page
    },
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
    retry,
  })
}

/**
 * How much the filter leaves, from which price to which, what there is to choose from, and what of it is the caller's: the
 * list's `meta`, which is renewed without its listings. It is the same in whatever order the list stands.
 */
export function totalsQuery(filter: FeedFilter) {
  const { order_by: _order, sort_order: _sort, ...narrowing } = filter
  return queryOptions({
    queryKey: [dataKeys.stockTotals, narrowing],
    queryFn: async ({ signal }) => {
      const answer = await askFeed({ ...narrowing, per_page: 1 }, signal)
      if (answer === null) throw new FeedFailure()
      return answer.meta
    },
    // Where no news comes through, this is how a change is noticed.
    refetchInterval: 30_000,
    retry,
  })
}

/** So many fit on the one page of their answer. */
export const mostAskedById = feedPageSize

/**
 * The second feed call of spec §7: these listings as they are now, whatever the filter; those of which nothing is left
 * come with none available, and those that are gone do not come. Null where the answer was not ok.
 */
export function askListings(
  ids: readonly string[],
  { teamIds, currency }: { teamIds: readonly number[]; currency: string },
): Promise<FeedResponse | null> {
  return askFeed({
    ...(teamIds.length > 0 && { 'team_id[]': teamIds }),
    'listing_id[]': ids,
    target_currency: currency,
    per_page: mostAskedById,
  })
}

/** A listing of the event as it is now, whatever the filter; null where it is gone, or nobody could say. */
export function linkedListingQuery(id: string, filter: FeedFilter) {
  const { event_id: eventId, target_currency: currency } = filter
  return queryOptions({
    queryKey: [dataKeys.tickets, 'linked', eventId, id, currency],
    queryFn: async ({ signal }): Promise<WireListing | null> => {
      const answer = await askFeed(
        { event_id: eventId, 'listing_id[]': [id], target_currency: currency },
        signal,
      )
      return answer?.data[0] ?? null
    },
    retry,
  })
}

/** Those of the named listings that the filter lets through, in its order. Null where the answer was not ok. */
export function askFitting(
  ids: readonly string[],
  filter: FeedFilter,
  signal?: AbortSignal,
): Promise<FeedResponse | null> {
  return askFeed({ ...filter, 'listing_id[]': ids, per_page: mostAskedById }, signal)
}

/** What the team holds and the list therefore does not offer: shown among the rest as the team's own (product.md §4). */
export function heldListingsQuery(ids: readonly string[], filter: FeedFilter) {
  return queryOptions({
    queryKey: [dataKeys.tickets, filter, 'held', ids],
    queryFn: async ({ signal }) => (await askFitting(ids, filter, signal))?.data ?? [],
    retry,
  })
}
