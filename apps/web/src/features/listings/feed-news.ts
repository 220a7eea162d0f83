import { hashKey, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { eventChannel, eventEvents, eventNews } from '@terrace/contracts/realtime'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { conflate } from '#web/lib/conflate.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { listen } from '#web/lib/realtime-client.ts'
import type { FeedFilter } from './feed-filter.ts'
import { useFeedMarks } from './feed-marks.ts'
import { useOwnHolds } from './feed-own-holds.ts'
import { refreshListings, type Told } from './feed-refresh.ts'
import { feedQuery, mostAskedById } from './queries.ts'

const pauses = { listings: 200, totals: 1000, askAgain: 400 }

interface FeedNewsOptions {
  filter: FeedFilter
  /** Whether the filter leaves anything out. */
  isNarrowed: boolean
  /** The stock that the list shows, and that of the totals beside it; undefined while they are on their way. */
  versions: { list: string | undefined; totals: string | undefined }
}

/**
 * Keeps the loaded part of a feed as it is now: asks again for those listings of which there is news, on the event's channel
 * or from what the team itself does, and for the totals; and tells what has just changed. After a gap all is asked again.
 */
export function useFeedNews({ filter, isNarrowed, versions }: FeedNewsOptions) {
  const queryClient = useQueryClient()
  const { tell, ...marks } = useFeedMarks(hashKey([filter]))
  const news = useRef<(told: Iterable<readonly [string, Told]>) => void>(() => undefined)
  const wasTold = useRef(false)
  const [isHeard, setIsHeard] = useState(false)

  const renew = useEffectEvent(async (told: ReadonlyMap<string, Told>) => {
    if (told.size > mostAskedById) return renewAll(queryClient)
    const changed = await refreshListings(queryClient, { told, filter, isNarrowed })
    if (changed === null) return
    tell(changed.marks, changed.gone)
    if (changed.behind.length > 0) setTimeout(() => news.current(changed.behind), pauses.askAgain)
  })
  useEffect(() => {
    const listings = conflate<string, Told>((told) => renew(told), pauses.listings)
    const totals = conflate<'all', null>(() => renewTotals(queryClient), pauses.totals)
    news.current = (told) => {
      wasTold.current = true
      listings.add(told)
      totals.add([['all', null]])
    }
    return () => {
      listings.stop()
      totals.stop()
    }
  }, [queryClient])

  const hear = useEffectEvent((data: unknown) => {
    const said = eventNews.safeParse(data)
    if (!said.success) return
    const { event_changed: isEventChanged, listings } = said.data
    if (isEventChanged) {
      const params = { event_id: filter.event_id }
      void queryClient.invalidateQueries({ queryKey: [catalogueRoutes.event.name, params] })
    }
    if (isEventChanged || listings === null) void renewAll(queryClient)
    else news.current(listings.map(({ id, version }) => [id, version]))
  })
  const eventId = filter.event_id
  useEffect(() => {
    let wasHeard = false
    const leave = listen(eventChannel(eventId), {
      onEvent: (name, data) => void (name === eventEvents.changed && hear(data)),
      onLive(isLive) {
        if (!isLive) return
        if (wasHeard) void renewAll(queryClient)
        wasHeard = true
        setIsHeard(true)
      },
    })
    return () => {
      leave()
      setIsHeard(false)
    }
  }, [eventId, queryClient])
  // News that came while the list was on its way, or its channel not yet heard, is lost. Asking for the totals costs less
  // than asking for the list again, and says whether it is old.
  const isListed = versions.list !== undefined
  useEffect(() => {
    if (isHeard && isListed) void renewTotals(queryClient)
  }, [isHeard, isListed, queryClient])
  useOwnHolds(filter, (ids) => news.current(ids.map((id) => [id, null])))

  // Where sockets are blocked nobody tells: totals of yet another stock, of which there was no news, make the list old.
  const known = useRef<string>(undefined)
  const askAgain = useEffectEvent(() => {
    const isMissed = known.current !== undefined && !wasTold.current && versions.totals !== versions.list
    known.current = versions.totals
    wasTold.current = false
    if (isMissed) void queryClient.invalidateQueries({ queryKey: feedQuery(filter).queryKey, exact: true })
  })
  useEffect(() => {
    if (versions.totals !== undefined) askAgain()
  }, [versions.totals])

  return marks
}

function renewTotals(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
}

/** What was loaded of any list, and the totals: for when it is not known what has changed. */
async function renewAll(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [dataKeys.tickets] }),
    renewTotals(queryClient),
  ])
}
