import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { eventRecord, type EventRecord } from '@terrace/contracts/search'
import { z } from 'zod/mini'
import { isFromToday, toLocalTime } from '#web/features/search/query/event-filters.ts'
import { runRequests } from '#web/features/search/query/search-index.ts'
import { eventSearchKey } from '#web/features/search/query/event-search-key.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import type { MonthSource } from './month-source.ts'

/** Events that a day of the grid names. */
export const namedPerDay = 3
/** Events that the list of a day shows. */
const listedPerDay = 100

/** What the grid shows of a day. */
export interface DaySummary {
  day: string
  count: number
  /** Those that the search ranks first, by time. */
  events: { id: number; title: string; /** 'HH:mm'; `null` while unconfirmed. */ time: string | null }[]
}

const namedEvent = z.pick(eventRecord, {
  id: true,
  title: true,
  event_date_local: true,
  timezone: true,
  time_confirmed: true,
})

/** One week of the grid: how many events each day has, and the first titles. One call finds all of its days. */
export function weekQuery(source: MonthSource, days: readonly string[]) {
  return queryOptions({
    queryKey: [...eventSearchKey, 'week', ...source.key, days],
    queryFn: () => fetchDays(source, days),
    placeholderData: keepPreviousData,
    // The search client retries all its hosts itself.
    retry: false,
  })
}

async function fetchDays(source: MonthSource, days: readonly string[]): Promise<DaySummary[]> {
  const requested = days.flatMap((day) => {
    const request = source.requestOf(day)
    return request ? [{ day, request }] : []
  })
  if (requested.length === 0) return []
  const results = await runRequests(
    requested.map(({ request }) => ({
      ...request,
      hitsPerPage: namedPerDay,
      attributesToRetrieve: Object.keys(namedEvent.shape),
      attributesToHighlight: [],
    })),
  )
  const now = Date.now() + clockOffset()
  return requested.map(({ day }, index) => {
    const { hits = [], nbHits = 0 } = results[index] ?? {}
    const found = hits.flatMap((hit) => namedEvent.safeParse(hit).data ?? [])
    const events = found.filter((event) => isFromToday(event, now)).toSorted(byTime)
    return {
      day,
      // The index knows the earliest current date only; what has passed at its venue does not count.
      count: Math.max(0, nbHits - (found.length - events.length)),
      events: events.map(({ id, title, event_date_local: seconds, time_confirmed: isTimed }) => ({
        id,
        title,
        time: isTimed ? toLocalTime(seconds).slice(11) : null,
      })),
    }
  })
}

/** The events of one day by time: the first {@link listedPerDay} that the search ranks. */
export function dayQuery(source: MonthSource, day: string) {
  return queryOptions({
    queryKey: [...eventSearchKey, 'day', ...source.key, day],
    queryFn: async () => {
      const request = source.requestOf(day)
      if (!request) return { events: [], total: 0 }
      const [result] = await runRequests([
        { ...request, hitsPerPage: listedPerDay, attributesToHighlight: [] },
      ])
      const now = Date.now() + clockOffset()
      const found = (result?.hits ?? []).flatMap((hit) => eventRecord.safeParse(hit).data ?? [])
      const events = found.filter((event) => isFromToday(event, now)).toSorted(byTime)
      return { events, total: Math.max(0, (result?.nbHits ?? 0) - (found.length - events.length)) }
    },
    retry: false,
  })
}

type Timed = Pick<EventRecord, 'id' | 'event_date_local' | 'time_confirmed'>

/** Events without a confirmed time come last. */
function byTime(one: Timed, other: Timed): number {
  return (
    Number(other.time_confirmed) - Number(one.time_confirmed) ||
    one.event_date_local - other.event_date_local ||
    one.id - other.id
  )
}
