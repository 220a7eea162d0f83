import {
  eventChannel,
  eventChannelEvents,
  maxListingsPerUpdate,
  type EventUpdate,
} from '@terrace/contracts/realtime'
import { listingTopics, type Topic } from '#api/outbox/domain-events.ts'

interface EventRow {
  topic: string
  payload: Record<string, unknown>
}

/** Changes of one event that have not been sent. */
interface PendingUpdate {
  isEventChanged: boolean
  /** Listing ids with their highest known version. */
  listings: Map<string, number>
}

export interface EventMessage {
  channel: string
  event: string
  data: EventUpdate
}

export const eventUpdateTopics: readonly Topic[] = [
  ...listingTopics,
  'event.rescheduled',
  'event.cancelled',
  'feed.stale',
]

/** The messages for these outbox rows, one per event. */
export function eventUpdatesFrom(rows: readonly EventRow[]): EventMessage[] {
  return [...collectUpdates(rows)].map(([eventId, update]) => messageOf(eventId, update))
}

interface EventBroadcasterOptions {
  /** Minimum time between two messages of one event. */
  minIntervalMs: number
  hasSubscribers: (channel: string) => boolean
  emit: (message: EventMessage) => void
}

/**
 * Sends the first change of an event at once and collects the following ones for `minIntervalMs`, so that a busy
 * event does not send every hold to every viewer.
 */
export function createEventBroadcaster({ minIntervalMs, hasSubscribers, emit }: EventBroadcasterOptions) {
  /** Events sent within the interval, with the changes since. */
  const recentlySent = new Map<number, PendingUpdate>()

  function broadcast(eventId: number, update: PendingUpdate): void {
    emit(messageOf(eventId, update))
    recentlySent.set(eventId, emptyUpdate())
    setTimeout(() => {
      const pending = recentlySent.get(eventId)
      recentlySent.delete(eventId)
      if (pending && hasChanges(pending)) broadcast(eventId, pending)
    }, minIntervalMs).unref()
  }

  return {
    handle(rows: readonly EventRow[]): void {
      for (const [eventId, update] of collectUpdates(rows)) {
        if (!hasSubscribers(eventChannel(eventId))) continue
        const pending = recentlySent.get(eventId)
        if (pending) merge(pending, update)
        else broadcast(eventId, update)
      }
    },
  }
}

const emptyUpdate = (): PendingUpdate => ({ isEventChanged: false, listings: new Map() })

const hasChanges = ({ isEventChanged, listings }: PendingUpdate): boolean =>
  isEventChanged || listings.size > 0

function collectUpdates(rows: readonly EventRow[]): Map<number, PendingUpdate> {
  const byEvent = new Map<number, PendingUpdate>()
  for (const { topic, payload } of rows) {
    const { eventId, listingId, version } = payload
    if (typeof eventId !== 'number' || !eventUpdateTopics.some((known) => known === topic)) continue
    const isListing = typeof listingId === 'string' && typeof version === 'number'
    const update: PendingUpdate = {
      isEventChanged: !isListing,
      listings: new Map(isListing ? [[listingId, version]] : []),
    }
    const known = byEvent.get(eventId)
    if (known) merge(known, update)
    else byEvent.set(eventId, update)
  }
  return byEvent
}

function merge(target: PendingUpdate, { isEventChanged, listings }: PendingUpdate): void {
  target.isEventChanged ||= isEventChanged
  for (const [id, version] of listings) {
    target.listings.set(id, Math.max(version, target.listings.get(id) ?? 0))
  }
}

function messageOf(eventId: number, { isEventChanged, listings }: PendingUpdate): EventMessage {
  const exceedsLimit = listings.size > maxListingsPerUpdate
  return {
    channel: eventChannel(eventId),
    event: eventChannelEvents.changed,
    data: {
      event_changed: isEventChanged,
      listings: exceedsLimit ? null : [...listings].map(([id, version]) => ({ id, version })),
    },
  }
}
