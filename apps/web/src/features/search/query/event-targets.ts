import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WireEvent } from '@terrace/contracts/catalogue'
import type { EventRecord } from '@terrace/contracts/search'
import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import { targetResults, type JumpTarget, type TargetResults } from '#web/lib/commands/jump-target.ts'
import { eventDateText } from '#web/lib/format/event-date-text.ts'
import { priceText } from '#web/lib/format/price.ts'
import { toLocalTime } from './event-filters.ts'
import { pricesQuery, typedEventsQuery } from './queries.ts'
import type { DirectoryHit } from './search-index.ts'
import { emptySearch } from './search-state.ts'
import { countText } from '#web/features/search/understood/count-text.ts'
import { quickEntryOf, type QuickEntry } from '#web/features/search/understood/quick-entry-of.ts'

const maxEvents = 6

/** The found targets, and what of the text they leave out. */
export interface EventTargets extends TargetResults {
  note: string | undefined
}

/**
 * Events, and teams, artists and venues, as the header search finds them. `addressFilters` are the parameters of an
 * event's address for what the text asks of listings.
 */
export function useEventTargets(text: string, addressFilters: (entry: QuickEntry) => string): EventTargets {
  const searchState = { ...emptySearch, text }
  const search = useInfiniteQuery({ ...typedEventsQuery(text), enabled: text !== '' })
  const [page] = search.data?.pages ?? []
  const events = page?.events.slice(0, maxEvents) ?? []
  const { data: prices } = useQuery(pricesQuery(events.map(({ id }) => id)))
  const items = [...events, ...(page?.directory ?? [])]
  const filters = page ? addressFilters(quickEntryOf(page)) : ''
  const results = targetResults({ found: { ...search, data: items } }, (item) =>
    item.type === 'event' ? eventTarget(item, prices?.byEvent.get(item.id), filters) : directoryTarget(item),
  )
  const isCurrent = page !== undefined && text !== '' && !search.isPlaceholderData
  return { ...results, note: isCurrent && page.leftOut ? countText(page, searchState) : undefined }
}

type Prices = Pick<WireEvent, 'min_all_in_price' | 'ticket_count'>

function eventTarget(event: EventRecord, prices: Prices | undefined, filters: string): JumpTarget {
  const { id, title, slug, venue } = event
  const date = eventDateText({ ...event, event_date_local: toLocalTime(event.event_date_local) })
  return {
    kind: 'event',
    id: String(id),
    title,
    detail: [date, venue.name].filter(Boolean).join(' · '),
    aside: prices?.min_all_in_price ? `all-in from ${priceText(prices.min_all_in_price)}` : undefined,
    count: prices && formatTickets(prices.ticket_count),
    href: `/tickets/${slug}/${id}${filters}`,
  }
}

function directoryTarget(hit: DirectoryHit): JumpTarget {
  return {
    kind: 'event_list',
    id: hit.objectID,
    title: hit.title,
    detail: contextOf(hit),
    count: hit.event_count === 1 ? '1 event' : `${formatCount(hit.event_count)} events`,
    href: `/${hit.type}/${hit.slug}`,
  }
}

function contextOf(hit: DirectoryHit): string {
  if (hit.type === 'venue') return hit.city
  return (hit.type === 'category' ? hit.parent : hit.competitions[0]) ?? ''
}
