import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { holdsRoutes, maxItemsPerCall, type WireHold } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { ApiError } from '#web/lib/http/api-error.ts'
import { call } from '#web/lib/http/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'

/** The team's holds. Polled because colleagues hold and release too. Also read just after a scheduled release is due. */
export function holdsQuery() {
  return queryOptions({
    queryKey: [holdsRoutes.list.name],
    queryFn: ({ signal }) => call(holdsRoutes.list, { signal }),
    refetchInterval: ({ state }) => Math.min(30_000, ...msToReleases(state.data?.data ?? [])),
    refetchOnWindowFocus: 'always',
  })
}

/** The server carries out most releases within this time after they are due. */
const releaseDelayMs = 700
/** Avoids a request per render while a due release is not carried out yet. */
const minPollMs = 1000

/** Milliseconds until each scheduled release is carried out. */
function msToReleases(holds: readonly WireHold[]): number[] {
  return holds.flatMap(({ releasing }) =>
    releasing
      ? Math.max(minPollMs, Date.parse(releasing.release_at) - clockOffset() - Date.now() + releaseDelayMs)
      : [],
  )
}

/** Which of these holds ended without a purchase: expired or released. */
export function holdsEndedUnsoldQuery(ids: readonly string[]) {
  const query = { 'hold_id[]': [...ids] }
  return queryOptions({
    queryKey: [holdsRoutes.endedUnsold.name, query],
    queryFn: async ({ signal }) => (await call(holdsRoutes.endedUnsold, { query, signal })).data,
    enabled: ids.length > 0,
    // Expired and released holds never change.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface SelectedListings {
  ids: readonly string[]
  /** Performers of the listings' events; empty if one event has none, since the filter would exclude it. */
  performerIds: readonly number[]
  /** Defaults to the team's currency. */
  currency: string | undefined
}

/**
 * Fetches listings by id across events, sold out or not: the second feed call of spec §7. Errors are logged and
 * return `null` (spec §8).
 */
export function selectedListingsQuery({ ids, performerIds, currency }: SelectedListings) {
  const query = {
    'team_id[]': [...performerIds].toSorted((left, right) => left - right),
    'listing_id[]': [...ids].toSorted(),
    ...(currency !== undefined && { target_currency: currency }),
    per_page: maxItemsPerCall,
  }
  return queryOptions({
    // Shares the key of the stock totals, so the same updates invalidate both.
    queryKey: [dataKeys.stockTotals, 'selected', query],
    queryFn: async ({ signal }) => {
      try {
        return await call(listingsRoutes.feed, { query, signal })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        console.error('Failed to load listings:', error)
        return null
      }
    },
    enabled: ids.length > 0,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}
