import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** One call that fills several data keys of spec §7. */
function homeQuery() {
  return queryOptions({
    queryKey: [homeRoutes.home.name],
    queryFn: ({ signal }) => call(homeRoutes.home, { body: {}, signal }),
    // Shared by keys that are requested together, but not by later refetches.
    staleTime: 1000,
    // Each data key retries on its own.
    retry: false,
  })
}

const fetchHome = (client: QueryClient) => client.fetchQuery(homeQuery())

export function marketTotalsQuery() {
  return queryOptions({
    queryKey: ['market'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.market,
  })
}

export function popularEventsQuery() {
  return queryOptions({
    queryKey: ['popular-event'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.popular_events,
  })
}

/** Teams of the featured competition; `null` while it has no upcoming events. */
export function featuredTeamsQuery() {
  return queryOptions({
    queryKey: ['premier-league-teams'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.featured,
  })
}

export function bannersQuery() {
  return queryOptions({
    queryKey: ['banner-api'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.banners,
  })
}

/** Event and ticket counts of a banner's target. */
export function bannerContentQuery(id: number) {
  return queryOptions({
    queryKey: ['banner-content-api', id],
    queryFn: async ({ signal }) =>
      (await call(catalogueRoutes.content, { body: { type: 'banner', type_id: id, per_page: 1 }, signal }))
        .data,
  })
}

/** Events that start within 72 hours. */
export function lastMinuteQuery() {
  return queryOptions({
    queryKey: ['get-upcoming-events'],
    queryFn: ({ signal }) => call(homeRoutes.lastMinute, { signal }),
  })
}

export function newEventsQuery() {
  return queryOptions({
    queryKey: ['get-new-events'],
    queryFn: ({ signal }) => call(homeRoutes.newEvents, { signal }),
  })
}

const recentlyViewedKey = ['get-recently-viewed']

export function recentlyViewedQuery() {
  return queryOptions({
    queryKey: recentlyViewedKey,
    queryFn: ({ signal }) => call(homeRoutes.recentlyViewed, { signal }),
  })
}

/** Records that the user viewed an event. Best effort: failures are ignored. */
export async function recordView(client: QueryClient, eventId: number): Promise<void> {
  try {
    await call(homeRoutes.recordView, { body: { event_id: eventId } })
  } catch {
    return
  }
  await client.invalidateQueries({ queryKey: recentlyViewedKey })
}
