import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { useMemo } from 'react'
import { Banners } from '#web/features/catalogue/banners.tsx'
import { EventRail } from '#web/features/catalogue/event-rail.tsx'
import { HomeHero } from '#web/features/catalogue/home-hero.tsx'
import {
  bannersQuery,
  featuredTeamsQuery,
  lastMinuteQuery,
  marketQuery,
  newEventsQuery,
  popularEventsQuery,
  recentlyViewedQuery,
} from '#web/features/catalogue/home-queries.ts'
import { hotEventsQuery } from '#web/features/catalogue/queries.ts'
import { RateNote } from '#web/features/catalogue/rate-note.tsx'
import { TeamGrid } from '#web/features/catalogue/team-grid.tsx'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { useTitle } from '#web/lib/title.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'

/** How many of the hot list carry the word "Hot", and how many of it stand on its shelf. */
const hottest = 4
const hotShown = 8

/** What a broker sees first: search, the marketplace in figures, what is wanted, near, new, and what was looked at. */
export default function Home() {
  useTitle()
  const hot = useQuery(hotEventsQuery())
  const lastMinute = useQuery(lastMinuteQuery())
  const fresh = useQuery(newEventsQuery())
  const viewed = useQuery(recentlyViewedQuery())
  const popular = useQuery(popularEventsQuery())
  const teams = useQuery(featuredTeamsQuery())
  const banners = useQuery(bannersQuery())
  const market = useQuery(marketQuery())
  const now = useServerNow()
  const hotIds = useMemo(() => new Set(hot.data?.data.slice(0, hottest).map(({ id }) => id)), [hot.data])
  // What stands above is not said again.
  const popularElsewhere = useMemo(() => {
    const above = new Set(hot.data?.data.slice(0, hotShown).map(({ id }) => id))
    return popular.data?.filter(({ id }) => !above.has(id))
  }, [hot.data, popular.data])
  // One marketplace without stock is said once, not on every shelf.
  const isBare = hot.data?.data.length === 0
  return (
    <>
      <HomeHero figures={market.data} isLoading={market.isPending}>
        <SearchBox placeholder="Team, event, venue or city" />
      </HomeHero>
      <div className="space-y-10 px-4 pt-8 sm:px-7">
        <EventRail
          title="Hot events"
          {...shelf(hot, hot.data?.data)}
          note={<RateNote meta={hot.data?.meta} className="text-xs text-muted" />}
          hotIds={hotIds}
          now={now}
        />
        {banners.data && <Banners banners={banners.data} />}
        {!isBare && (
          <>
            <EventRail
              title="Last minute"
              {...shelf(lastMinute, lastMinute.data?.data)}
              rows={1}
              empty={{
                title: 'Nothing starts within 72 hours',
                message: 'Events that still have tickets then appear here.',
              }}
              now={now}
            />
            <EventRail title="New events" {...shelf(fresh, fresh.data?.data)} rows={1} now={now} />
          </>
        )}
        {(viewed.isError || (viewed.data?.data.length ?? 0) > 0) && (
          <EventRail title="Recently viewed" {...shelf(viewed, viewed.data?.data)} rows={1} now={now} />
        )}
        {!isBare && (popularElsewhere === undefined || popularElsewhere.length > 0) && (
          <EventRail title="Popular" {...shelf(popular, popularElsewhere)} now={now} />
        )}
        {teams.data && teams.data.teams.length > 0 && <TeamGrid featured={teams.data} />}
      </div>
    </>
  )
}

/** What a rail has to know of its query. */
function shelf(query: UseQueryResult<unknown>, events: readonly WireEvent[] | undefined) {
  return {
    events,
    error: query.error,
    onRetry: () => void query.refetch(),
    isRetrying: query.isFetching,
  }
}
