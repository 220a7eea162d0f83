import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EventRail } from '#web/features/catalogue/event-rail.tsx'
import { HomeHero } from '#web/features/catalogue/home-hero.tsx'
import { hotEventsQuery, upcomingEventsQuery } from '#web/features/catalogue/queries.ts'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { useTitle } from '#web/lib/title.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'

/** How many of the list by demand carry the word "Hot". */
const hottest = 4

/** What a broker sees first: search, the marketplace in figures, what is wanted and what is near. */
export default function Home() {
  useTitle()
  const hot = useQuery(hotEventsQuery())
  const soonest = useQuery(upcomingEventsQuery())
  const hotIds = useMemo(() => new Set(hot.data?.slice(0, hottest).map(({ id }) => id)), [hot.data])
  const now = useServerNow()
  return (
    <>
      <HomeHero figures={soonest.data?.meta} isLoading={soonest.isPending}>
        <SearchBox landmark="Find an event" placeholder="Team, event, venue or city" size="lg" />
      </HomeHero>
      <div className="space-y-10 px-4 pt-8 sm:px-7">
        <EventRail
          title="Hot events"
          events={hot.data}
          error={hot.error}
          onRetry={() => void hot.refetch()}
          isRetrying={hot.isFetching}
          hotIds={hotIds}
          now={now}
        />
        <EventRail
          title="Soonest events"
          events={soonest.data?.data}
          error={soonest.error}
          onRetry={() => void soonest.refetch()}
          isRetrying={soonest.isFetching}
          now={now}
        />
      </div>
    </>
  )
}
