import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { recordView } from '#web/features/catalogue/home/home-queries.ts'
import { eventQuery, seatingPlanQuery } from '#web/features/catalogue/queries.ts'
import { EventSkeleton } from '#web/features/listings/event-skeleton.tsx'
import { EventStock } from '#web/features/listings/event-stock.tsx'
import { isNotFoundError } from '#web/lib/http/api-error.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import NotFound from './not-found.tsx'

const route = getRouteApi('/logged-in/tickets/$name/$id')

/** The event page, `/tickets/{name}/{id}` (spec §2). Only the id identifies the event. */
export default function EventListings() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const event = useQuery({ ...eventQuery(id), enabled: id > 0 })
  const venueId = event.data?.venue.id
  const plan = useQuery({ ...seatingPlanQuery(venueId ?? 0), enabled: venueId !== undefined })
  useTitle(event.data?.title)
  const queryClient = useQueryClient()
  const seenId = event.data?.id
  useEffect(() => {
    if (seenId !== undefined) void recordView(queryClient, seenId)
  }, [queryClient, seenId])

  if (event.data) {
    return (
      <EventStock
        key={id}
        event={event.data}
        plan={plan.data}
        planProblem={
          plan.isError ? (
            <ErrorState
              title="Couldn’t load the seating map"
              message="All listings are shown below."
              onRetry={() => void plan.refetch()}
              isRetrying={plan.isFetching}
            />
          ) : undefined
        }
        params={search}
        onParamsChange={(change) =>
          void navigate({ search: (known) => ({ ...known, ...change }), replace: true, resetScroll: false })
        }
      />
    )
  }
  if (id === 0 || isNotFoundError(event.error)) return <NotFound />
  if (event.error) {
    return (
      <>
        <h1 className="sr-only">Event</h1>
        <LoadError className="py-24" title="Couldn’t load this event" query={event} />
      </>
    )
  }
  return <EventSkeleton />
}
