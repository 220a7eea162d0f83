import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readUpcomingEvents } from '#api/modules/catalogue/index.ts'
import { commonErrors } from '#api/shared/app-error.ts'
import type { CalendarEntry } from '#api/shared/calendar/calendar-entry.ts'
import { calendarContentType, writeCalendar } from '#api/shared/calendar/write-calendar.ts'
import { hashToken } from '#api/shared/crypto/token-hash.ts'
import { feedTitle, type CalendarFeed } from './calendar-feed.ts'
import { findFeedByToken, markFetched, type FeedOwner } from './calendar-feeds.repo.ts'
import { calendarErrors } from './calendars.errors.ts'
import type { CalendarDeps } from './calendar-deps.ts'
import { siteEventEntry } from './event-entries.ts'
import { siteOf } from './site.ts'
import { readTicketEntries } from './ticket-entries.ts'

/** What is going on now stays in the calendar. */
const pastMs = 86_400_000
const maxEvents = 1000
/** Apps read a calendar a few times an hour at most. */
const readsPerMinute = 30

const headers = {
  'content-type': calendarContentType,
  'cache-control': 'private, max-age=300',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

/** Serves calendars to anyone who knows the secret address, because calendar apps cannot log in. */
export function serveCalendarFeeds(app: FastifyInstance, deps: CalendarDeps): void {
  const { db, reads, clock, config } = deps
  // In addition to the limit per IP address: the servers of a calendar app share few addresses.
  const countRead = app.createRateLimit({
    max: readsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => `calendar ${hashToken(tokenOf(request)).toString('base64')}`,
  })

  app.get('/calendars/:file', async (request, reply) => {
    const token = tokenOf(request)
    if (token === '') throw calendarErrors.make('calendar.not_found')
    const limit = await countRead(request)
    if (!limit.isAllowed && limit.isExceeded)
      throw commonErrors.make('rate.limited', { retryAfterSeconds: limit.ttlInSeconds })
    const feed = await findFeedByToken(db, hashToken(token))
    if (!feed) throw calendarErrors.make('calendar.not_found')
    if (!feed.isLive) throw calendarErrors.make('calendar.revoked')
    const calendar = writeCalendar({
      publisher: config.brand,
      name: `${feedTitle(feed)} · ${config.brand}`,
      entries: await readEntries(feed, request),
    })
    await markFetched(db, feed.id, clock.now())
    // Weak: compressed responses have the same tag.
    const etag = `W/"${hash('sha256', calendar, 'base64url')}"`
    void reply.headers({ ...headers, etag })
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.send(calendar)
  })

  async function readEntries(
    { subject, accountId, teamId }: CalendarFeed & FeedOwner,
    request: FastifyRequest,
  ): Promise<CalendarEntry[]> {
    const from = new Date(clock.now().getTime() - pastMs)
    const site = siteOf(config.tradeOrigins, request)
    if (subject.kind === 'mine') return readTicketEntries(reads, { accountId, teamId, from, site })
    const events = await readUpcomingEvents(reads, { ...subject, from, limit: maxEvents })
    return events.map((event) => siteEventEntry(event, site))
  }
}

/** '' when no address can have this name. */
function tokenOf({ params }: FastifyRequest): string {
  const file: unknown = params !== null && typeof params === 'object' && 'file' in params ? params.file : ''
  return (typeof file === 'string' && /^([\w-]{43})\.ics$/.exec(file)?.[1]) || ''
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((each) => ['*', etag, etag.slice(2)].includes(each.trim()))
}
