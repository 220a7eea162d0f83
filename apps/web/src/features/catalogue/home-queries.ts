import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { homeRoutes } from '@terrace/contracts/home'
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'

/** The data keys of home are those of spec §7; what several of them hold comes with one call. */
function homeQuery() {
  return queryOptions({
    queryKey: [homeRoutes.home.name],
    queryFn: ({ signal }) => call(homeRoutes.home, { body: {}, signal }),
    // As one call for all keys that are asked for together, and not for those that are asked for again later.
    staleTime: 1000,
    // Each key tries again itself.
    retry: false,
  })
}

const fetchHome = (client: QueryClient) => client.fetchQuery(homeQuery())

/** How much is on sale in all. */
export function marketQuery() {
  return queryOptions({
    queryKey: ['market'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.market,
  })
}

/** The most wanted of each competition. */
export function popularEventsQuery() {
  return queryOptions({
    queryKey: ['popular-event'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.popular_events,
  })
}

/** The teams of the competition that home shows; null while that has no event to come. */
export function featuredTeamsQuery() {
  return queryOptions({
    queryKey: ['premier-league-teams'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.featured,
  })
}

/** What the operator points at. */
export function bannersQuery() {
  return queryOptions({
    queryKey: ['banner-api'],
    queryFn: async ({ client }) => (await fetchHome(client)).data.banners,
  })
}

/** What a banner leads to, in figures. */
export function bannerContentQuery(id: number) {
  return queryOptions({
    queryKey: ['banner-content-api', id],
    queryFn: async ({ signal }) =>
      (await call(catalogueRoutes.content, { body: { type: 'banner', type_id: id, per_page: 1 }, signal }))
        .data,
  })
}

/** What starts within 72 hours. */
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

/** Remembers the look at an event. Nobody waits for it, and nothing is missing to who cannot be remembered. */
export async function recordView(client: QueryClient, eventId: number): Promise<void> {
  try {
    await call(homeRoutes.recordView, { body: { event_id: eventId } })
  } catch {
    return
  }
  await client.invalidateQueries({ queryKey: recentlyViewedKey })
}
