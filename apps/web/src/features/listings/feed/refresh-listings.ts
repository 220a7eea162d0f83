import type { QueryClient } from '@tanstack/react-query'
import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import { applyFeedChanges, type ChangedFeed } from './apply-feed-changes.ts'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import {
  fetchMatchingListings,
  fetchListingsById,
  feedQuery,
  totalsQuery,
} from '#web/features/listings/queries.ts'
import { waitForPages } from './wait-for-pages.ts'

/** Version sent with a change event; `null` when the change has no version. */
export type ReportedVersion = number | null

interface RefreshOptions {
  updates: ReadonlyMap<string, ReportedVersion>
  request: FeedRequest
  /** Whether filters are active, so that new listings may not match. */
  isFiltered: boolean
  /** Whether a listing changed since the list was sorted. */
  isOutdated: (listingId: string) => boolean
}

interface Refreshed extends Pick<ChangedFeed, 'rowChanges' | 'previous' | 'removed'> {
  /** Listings that came from a server process without the latest change; fetch them again. */
  outdated: [string, ReportedVersion][]
}

/**
 * Refetches the reported listings that are older than their reported version and applies them to the loaded pages. A
 * second call checks listings that are not loaded against the filter. Returns `null` when nothing is loaded.
 */
export async function refreshListings(
  queryClient: QueryClient,
  options: RefreshOptions,
): Promise<Refreshed | 'failed' | null> {
  const { updates, request, isFiltered, isOutdated } = options
  const { queryKey } = feedQuery(request)
  const loaded = await waitForPages(queryClient, request)
  const currency = loaded?.pages[0]?.meta.currency
  if (loaded === undefined || currency === undefined) return null
  const versions = new Map(loaded.pages.flatMap(({ data }) => data.map(({ id, version }) => [id, version])))
  const requestedIds = [...updates].flatMap(([id, version]) => {
    const current = versions.get(id)
    return current !== undefined && (version === null || current < version) ? id : []
  })
  const unloaded = [...updates.keys()].filter((id) => !versions.has(id))
  const feedScope = { performerIds: request['team_id[]'] ?? [], currency }
  const [idsToReload, idsToFilter] = isFiltered
    ? [requestedIds, unloaded]
    : [[...requestedIds, ...unloaded], []]
  const responses = await allResponses([
    idsToReload.length > 0 && fetchListingsById(idsToReload, feedScope),
    idsToFilter.length > 0 && fetchMatchingListings(idsToFilter, request),
  ])
  if (responses === null) return 'failed'
  const found = responses
    .flatMap(({ data }) => data)
    .filter(({ event_id: eventId }) => eventId === request.event_id)
  const mine = responses[0]?.meta.mine
  // A page that arrived during the calls would overwrite this update.
  const latest = await waitForPages(queryClient, request)
  if (latest === undefined) return null
  const added = found.filter(({ id }) => !versions.has(id))
  const held = new Set(mine?.held.map(({ listing_id: id }) => id))
  const { pages, rowChanges, previous, removed } = applyFeedChanges(
    latest.pages,
    { requestedIds, found, added, held, isOutdated },
    request,
  )
  // Updated together with the listings, so that a listing used up by the team's hold shows as held at once.
  if (mine)
    queryClient.setQueryData(totalsQuery(request).queryKey, (current) => current && { ...current, mine })
  queryClient.setQueryData(queryKey, { ...latest, pages })
  return { rowChanges, previous, removed, outdated: outdatedListings(found, updates) }
}

/** All responses, or `null` when a call failed. */
async function allResponses(calls: readonly (Promise<FeedResponse | null> | false)[]) {
  try {
    const responses = await Promise.all(calls.filter((call) => call !== false))
    const latest = responses.filter((response) => response !== null)
    return latest.length === responses.length ? latest : null
  } catch (error) {
    console.error('Failed to load listings:', error)
    return null
  }
}

function outdatedListings(
  found: readonly WireListing[],
  updates: ReadonlyMap<string, ReportedVersion>,
): [string, ReportedVersion][] {
  return found.flatMap(({ id, version }): [string, ReportedVersion][] => {
    const expected = updates.get(id) ?? null
    return expected !== null && version < expected ? [[id, expected]] : []
  })
}
