import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { WireEvent } from '@terrace/contracts/catalogue'
import { useMemo } from 'react'
import { Banners } from '#web/features/catalogue/home/banners.tsx'
import { EventRail } from '#web/features/catalogue/home/event-rail.tsx'
import { HomeHero } from '#web/features/catalogue/home/home-hero.tsx'
import {
  bannersQuery,
  featuredTeamsQuery,
  lastMinuteQuery,
  marketTotalsQuery,
  newEventsQuery,
  popularEventsQuery,
  recentlyViewedQuery,
} from '#web/features/catalogue/home/home-queries.ts'
import { hotEventsQuery } from '#web/features/catalogue/queries.ts'
import { RateNote } from '#web/features/catalogue/event-card/rate-note.tsx'
import { TeamGrid } from '#web/features/catalogue/home/team-grid.tsx'
import { AttentionSection } from '#web/features/workspace/attention/attention-section.tsx'
import { attentionQuery } from '#web/features/workspace/attention/queries.ts'
import { SearchBox } from '#web/features/search/panel/search-box.tsx'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'

/** Number of events with the "Hot" badge, and on the hot rail. */
const hotBadgeCount = 4
const hotRailCount = 8

/**
 * The home page: items that need attention, search, marketplace totals, and rails of hot, upcoming, new and recently
 * viewed events.
 */
export default function Home() {
  useTitle()
  const attention = useQuery(attentionQuery())
  const hot = useQuery(hotEventsQuery())
  const lastMinute = useQuery(lastMinuteQuery())
  const newEvents = useQuery(newEventsQuery())
  const viewed = useQuery(recentlyViewedQuery())
  const popular = useQuery(popularEventsQuery())
  const teams = useQuery(featuredTeamsQuery())
  const banners = useQuery(bannersQuery())
  const market = useQuery(marketTotalsQuery())
  const now = useServerNow()
  const hotIds = useMemo(
    () => new Set(hot.data?.data.slice(0, hotBadgeCount).map(({ id }) => id)),
    [hot.data],
  )
  // Events of the rail above are not repeated.
  const popularNotHot = useMemo(() => {
    const shownAbove = new Set(hot.data?.data.slice(0, hotRailCount).map(({ id }) => id))
    return popular.data?.filter(({ id }) => !shownAbove.has(id))
  }, [hot.data, popular.data])
  // An empty marketplace is reported once, not on every rail.
  const isMarketEmpty = hot.data?.data.length === 0
  return (
    <>
      <AttentionSection query={attention} />
      <HomeHero totals={market.data} isLoading={market.isPending}>
        <SearchBox placeholder="Team, event, venue or city" />
      </HomeHero>
      <div className="space-y-10 px-4 pt-8 sm:px-5">
        <EventRail
          title="Hot events"
          {...railProps(hot, hot.data?.data)}
          note={<RateNote meta={hot.data?.meta} className="text-xs text-muted" />}
          hotIds={hotIds}
          now={now}
        />
        {banners.data && <Banners banners={banners.data} />}
        {!isMarketEmpty && (
          <>
            <EventRail
              title="Last minute"
              {...railProps(lastMinute, lastMinute.data?.data)}
              rows={1}
              empty={{
                title: 'No events in the next 72 hours',
                message: 'Events starting soon with tickets left appear here.',
              }}
              now={now}
            />
            <EventRail
              title="New events"
              {...railProps(newEvents, newEvents.data?.data)}
              rows={1}
              now={now}
            />
          </>
        )}
        {(viewed.isError || (viewed.data?.data.length ?? 0) > 0) && (
          <EventRail title="Recently viewed" {...railProps(viewed, viewed.data?.data)} rows={1} now={now} />
        )}
        {!isMarketEmpty && (popularNotHot === undefined || popularNotHot.length > 0) && (
          <EventRail title="Popular" {...railProps(popular, popularNotHot)} now={now} />
        )}
        {teams.data && teams.data.teams.length > 0 && <TeamGrid featured={teams.data} />}
      </div>
    </>
  )
}

function railProps(query: UseQueryResult<unknown>, events: readonly WireEvent[] | undefined) {
  return {
    events,
    error: query.error,
    onRetry: () => void query.refetch(),
    isRetrying: query.isFetching,
  }
}
