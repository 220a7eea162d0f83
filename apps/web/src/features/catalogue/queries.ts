import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { cacheMenu, readCachedMenu } from './menu-cache.ts'

/** Events by demand, hottest first. */
export function hotEventsQuery() {
  return queryOptions({
    queryKey: [catalogueRoutes.hotEvents.name],
    queryFn: async ({ signal }) => (await call(catalogueRoutes.hotEvents, { body: {}, signal })).data,
  })
}

/** The soonest events with stock, and the figures of the whole marketplace beside them. */
export function upcomingEventsQuery() {
  return queryOptions({
    queryKey: [catalogueRoutes.upcomingEvents.name],
    queryFn: ({ signal }) => call(catalogueRoutes.upcomingEvents, { signal }),
  })
}

export function eventQuery(id: number) {
  const params = { event_id: id }
  return queryOptions({
    queryKey: [catalogueRoutes.event.name, params],
    queryFn: async ({ signal }) => (await call(catalogueRoutes.event, { params, signal })).data,
  })
}

/** A venue's plan changes with the building, not with the hour. */
export function seatingPlanQuery(venueId: number) {
  const params = { venue_id: venueId }
  return queryOptions({
    queryKey: [catalogueRoutes.seatingPlan.name, params],
    queryFn: async ({ signal }) => (await call(catalogueRoutes.seatingPlan, { params, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The header's menu: at once as it was last loaded, and renewed behind it (spec §2). */
export function headerMenuQuery() {
  const cached = readCachedMenu()
  return queryOptions({
    queryKey: ['header-menu'],
    queryFn: async ({ signal }) => {
      const { data } = await call(catalogueRoutes.menu, { signal })
      const options = data['{product}_menu']
      cacheMenu(options)
      return options
    },
    staleTime: 600_000,
    // Of unknown age, so that it is asked for again on every load of the page.
    ...(cached && { initialData: cached, initialDataUpdatedAt: 0 }),
  })
}

export interface ContentAddress {
  type: 'category' | 'performer'
  /** Slug or slugified title. */
  slug: string
  typeId?: number
}

/** A category, team or artist, and its events to come a page at a time. */
export function contentQuery({ type, slug, typeId }: ContentAddress) {
  const wanted = typeId === undefined ? { type, slug } : { type, type_id: typeId }
  return infiniteQueryOptions({
    queryKey: ['get-content-detail', wanted],
    queryFn: ({ signal, pageParam }) =>
      call(catalogueRoutes.content, { body: { ...wanted, page: pageParam, per_page: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}
