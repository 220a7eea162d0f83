import { momentOf, type FeedEvent } from './feed-event.ts'
import type { EventKey, Link } from './feeds.repo.ts'
import { feedLocal, type NewFixture } from './match-feed.ts'
import type { StoredFixture } from './merge-fixture.ts'

interface Known {
  key: EventKey
  stored: StoredFixture
  /** What this source said before; undefined where it speaks of the event for the first time. */
  link: Link | undefined
  /** Another venue that the source names, where that is one of ours. */
  venue: { id: number; timezone: string } | undefined
}

/**
 * What a feed says of an event that is stored already, as the writer of events takes it. Title and performers stay ours;
 * a day without a time takes no known time away; what is called off stays where it was.
 */
export function knownFixture(event: FeedEvent, { key, stored, link, venue }: Known): NewFixture {
  const place = venue ?? { id: stored.venueId, timezone: stored.timezone }
  const status = statusOf(event, stored, link)
  const local = feedLocal(event.when, place.timezone)
  const isSameDay = local.slice(0, 10) === stored.sourceLocal.slice(0, 10)
  // A source that says again what it said before has not heard what another has said since.
  const isOldDate = link?.said.moment === momentOf(event)
  const isVaguer = isSameDay && !event.timeKnown && stored.timeKnown
  const keepsDate = status !== 'scheduled' || isOldDate || isVaguer
  return {
    sourceKey: key.sourceKey,
    competition: key.competition,
    season: key.season,
    title: stored.title,
    slug: key.slug,
    venueId: place.id,
    timezone: place.timezone,
    round: stored.round,
    sourceLocal: keepsDate ? stored.sourceLocal : local,
    timeKnown: keepsDate ? stored.timeKnown : event.timeKnown,
    dateConfirmed:
      status === 'cancelled' ? stored.dateConfirmed : event.dateConfirmed && status !== 'postponed',
    status,
    // Whoever named one date before and names another now has moved the event, and so has whoever says so.
    isChange: event.isMoved || link !== undefined,
    performers: stored.performers,
  }
}

/**
 * A source that does not say changes nothing; one that says "takes place" takes back only what it called off itself, or
 * gives a postponed event its new day.
 */
function statusOf(event: FeedEvent, stored: StoredFixture, link: Link | undefined): NewFixture['status'] {
  if (event.status === 'cancelled' || event.status === 'postponed') return event.status
  if (stored.status !== 'cancelled' && stored.status !== 'postponed') return 'scheduled'
  const hasTakenBack = event.status === 'scheduled' && link?.said.status === stored.status
  const isOtherDay = feedLocal(event.when, stored.timezone).slice(0, 10) !== stored.sourceLocal.slice(0, 10)
  const hasNewDay = stored.status === 'postponed' && isOtherDay && (event.isMoved || link !== undefined)
  return hasTakenBack || hasNewDay ? 'scheduled' : stored.status
}
