import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { ApiError } from '#web/lib/api-error.ts'
import { call } from '#web/lib/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'

/** The team's basket. Asked again on focus and every half minute: colleagues hold and release too. */
export function holdsQuery() {
  return queryOptions({
    queryKey: [holdsRoutes.list.name],
    queryFn: ({ signal }) => call(holdsRoutes.list, { signal }),
    refetchInterval: 30_000,
    refetchOnWindowFocus: 'always',
  })
}

/** Those of these holds that are over without having been bought. */
export function lapsedQuery(ids: readonly string[]) {
  const query = { 'hold_id[]': [...ids] }
  return queryOptions({
    queryKey: [holdsRoutes.lapsed.name, query],
    queryFn: async ({ signal }) => (await call(holdsRoutes.lapsed, { query, signal })).data,
    enabled: ids.length > 0,
    // What is over stays so.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

interface ChosenListings {
  ids: readonly string[]
  /** Of the performers of their events; none where an event has none, since the filter would leave it out. */
  teamIds: readonly number[]
  /** Left out, it is the team's own. */
  currency: string | undefined
}

/**
 * Some listings by their ids, whatever their events and also where nothing of them is left: the second feed call of
 * spec §7. An answer that is not ok is logged, and null stands for it (spec §8).
 */
export function chosenListingsQuery({ ids, teamIds, currency }: ChosenListings) {
  const query = {
    'team_id[]': [...teamIds].toSorted((left, right) => left - right),
    'listing_id[]': [...ids].toSorted(),
    ...(currency !== undefined && { target_currency: currency }),
    per_page: mostChosen,
  }
  return queryOptions({
    // Among what stands beside a list: the news that makes its totals old makes these old.
    queryKey: [dataKeys.stockTotals, 'chosen', query],
    queryFn: async ({ signal }) => {
      try {
        return await call(listingsRoutes.feed, { query, signal })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        console.error('The feed failed:', error)
        return null
      }
    },
    enabled: ids.length > 0,
    refetchInterval: 30_000,
    placeholderData: keepPreviousData,
  })
}

/** What one call may hold is what may be chosen. */
const mostChosen = 100
