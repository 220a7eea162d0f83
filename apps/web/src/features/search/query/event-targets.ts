import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WireEvent } from '@terrace/contracts/catalogue'
import type { EventRecord } from '@terrace/contracts/search'
import { formatEventDate } from '@terrace/domain/time/dates'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { targetResults, type JumpTarget, type TargetResults } from '#web/lib/commands/jump-target.ts'
import { priceText } from '#web/lib/format/price.ts'
import { toLocalTime } from './event-filters.ts'
import { eventSearchQuery, pricesQuery } from './queries.ts'
import type { DirectoryHit } from './search-index.ts'
import { emptySearch } from './search-state.ts'

const maxEvents = 6

/** Events, and teams, artists and venues, as the header search finds them. */
export function useEventTargets(text: string): TargetResults {
  const search = useInfiniteQuery({
    ...eventSearchQuery({ ...emptySearch, text }),
    enabled: text !== '',
  })
  const [page] = search.data?.pages ?? []
  const events = page?.events.slice(0, maxEvents) ?? []
  const { data: prices } = useQuery(pricesQuery(events.map(({ id }) => id)))
  const items = [...events, ...(page?.directory ?? [])]
  return targetResults({ found: { ...search, data: items } }, (item) =>
    item.type === 'event' ? eventTarget(item, prices?.byEvent.get(item.id)) : directoryTarget(item),
  )
}

type Prices = Pick<WireEvent, 'min_price' | 'ticket_count'>

function eventTarget(event: EventRecord, prices: Prices | undefined): JumpTarget {
  const { id, title, slug, venue, event_date_local, time_confirmed, date_confirmed } = event
  const date = formatEventDate({
    local: toLocalTime(event_date_local),
    timeConfirmed: time_confirmed,
    dateConfirmed: date_confirmed,
  })
  return {
    kind: 'event',
    id: String(id),
    title,
    detail: [date, venue.name].filter(Boolean).join(' · '),
    aside: prices?.min_price ? `from ${priceText(prices.min_price)}` : undefined,
    href: `/tickets/${slug}/${id}`,
  }
}

function directoryTarget(hit: DirectoryHit): JumpTarget {
  return {
    kind: 'event_list',
    id: hit.objectID,
    title: hit.title,
    detail: contextOf(hit),
    aside: hit.event_count === 1 ? '1 event' : `${formatCount(hit.event_count)} events`,
    href: `/${hit.type}/${hit.slug}`,
  }
}

function contextOf(hit: DirectoryHit): string {
  if (hit.type === 'venue') return hit.city
  return (hit.type === 'category' ? hit.parent : hit.competitions[0]) ?? ''
}
