import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'

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
