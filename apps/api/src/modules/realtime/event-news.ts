import { eventChannel, eventEvents, mostListingsTold, type EventNews } from '@terrace/contracts/realtime'
import { listingTopics } from '#api/outbox/domain-events.ts'

interface EventRow {
  topic: string
  payload: Record<string, unknown>
}

/** What has become known of one event and has not been told. */
interface Gathered {
  isEventChanged: boolean
  /** Listings with the highest version heard of. */
  listings: Map<string, number>
}

/** A message on an event's channel. */
export interface ToldEvent {
  channel: string
  event: string
  data: EventNews
}

export const eventNewsTopics: readonly string[] = [
  ...listingTopics,
  'event.rescheduled',
  'event.cancelled',
  'feed.stale',
]

/** What listeners of events are told of these rows of the outbox, one message an event. */
export function eventNewsFrom(rows: readonly EventRow[]): ToldEvent[] {
  return [...gather(rows)].map(([eventId, news]) => messageOf(eventId, news))
}

interface EventNewsOptions {
  /** No two messages of one event come closer to each other. */
  apartMs: number
  isHeard: (channel: string) => boolean
  tell: (message: ToldEvent) => void
}

/**
 * Tells of a change at once where the event has been quiet, and gathers what follows within {@link EventNewsOptions.apartMs}
 * into one message: a hot event with many listeners must not cost a message for each hold and each of them.
 */
export function createEventNews({ apartMs, isHeard, tell }: EventNewsOptions) {
  /** Events that were told of a moment ago, with what has come since. */
  const recent = new Map<number, Gathered>()

  function say(eventId: number, news: Gathered): void {
    tell(messageOf(eventId, news))
    recent.set(eventId, nothing())
    setTimeout(() => {
      const since = recent.get(eventId)
      recent.delete(eventId)
      if (since && isNews(since)) say(eventId, since)
    }, apartMs).unref()
  }

  return {
    hear(rows: readonly EventRow[]): void {
      for (const [eventId, news] of gather(rows)) {
        if (!isHeard(eventChannel(eventId))) continue
        const since = recent.get(eventId)
        if (since) merge(since, news)
        else say(eventId, news)
      }
    },
  }
}

const nothing = (): Gathered => ({ isEventChanged: false, listings: new Map() })

const isNews = ({ isEventChanged, listings }: Gathered): boolean => isEventChanged || listings.size > 0

function gather(rows: readonly EventRow[]): Map<number, Gathered> {
  const gathered = new Map<number, Gathered>()
  for (const { topic, payload } of rows) {
    const { eventId, listingId, version } = payload
    if (typeof eventId !== 'number' || !eventNewsTopics.includes(topic)) continue
    const isListing = typeof listingId === 'string' && typeof version === 'number'
    const news: Gathered = {
      isEventChanged: !isListing,
      listings: new Map(isListing ? [[listingId, version]] : []),
    }
    const known = gathered.get(eventId)
    if (known) merge(known, news)
    else gathered.set(eventId, news)
  }
  return gathered
}

function merge(into: Gathered, { isEventChanged, listings }: Gathered): void {
  into.isEventChanged ||= isEventChanged
  for (const [id, version] of listings) {
    into.listings.set(id, Math.max(version, into.listings.get(id) ?? 0))
  }
}

function messageOf(eventId: number, { isEventChanged, listings }: Gathered): ToldEvent {
  const isTooMuch = listings.size > mostListingsTold
  return {
    channel: eventChannel(eventId),
    event: eventEvents.changed,
    data: {
      event_changed: isEventChanged,
      listings: isTooMuch ? null : [...listings].map(([id, version]) => ({ id, version })),
    },
  }
}
