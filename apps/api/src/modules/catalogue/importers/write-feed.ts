import type { EventStatus } from '@terrace/domain/event-status'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { isNewer, momentOf, type FeedEvent } from './feed-event.ts'
import { matchKey } from '../match-key.ts'
import { findLink, lockFeeds, putLink, readEventKey, type Link, type Said } from './feeds.repo.ts'
import { lockStored } from './fixtures.repo.ts'
import { batchesOf, type ImportContext, type Written } from './import-report.ts'
import { knownFixture } from './known-fixture.ts'
import { matchFeedEvent, type NewFixture } from './match-feed.ts'
import { matchVenue } from './match-names.ts'
import type { Remark, Row } from './source-rows.ts'
import { dropUnmatched, isDismissed, putUnmatched, settleUnmatched } from './unmatched.repo.ts'
import { writeBatch } from './write-fixtures.ts'

const batchSize = 100
const waiting = 'waiting for a decision'

/** What is placed goes into `counts`, the rest has its reason. */
export interface FeedWritten extends Written {
  skipped: Remark[]
}

type Counted =
  | 'added'
  | 'moved'
  | 'changed'
  | 'cancelled'
  | 'unchanged'
  | 'kept at a later date'
  | typeof waiting
type Outcome = { count: Counted; eventId?: number } | { skip: string } | { bad: string }

/** Which event has been spoken of on which line already: a feed may sell one evening under two names. */
type Spoken = Map<number, { line: number; ref: string; text: string }>

/**
 * Places the events of a feed, one after the other, so that the second sees what the first has made. Imports of feeds
 * wait for each other; what is committed stays, batch by batch.
 */
export async function writeFeed(
  context: ImportContext,
  rows: readonly Row<FeedEvent>[],
  fileName: string,
): Promise<FeedWritten> {
  const counts = {
    added: 0,
    moved: 0,
    changed: 0,
    cancelled: 0,
    unchanged: 0,
    'kept at a later date': 0,
    [waiting]: 0,
  }
  const written: FeedWritten = { counts, bad: [], skipped: [] }
  const spoken: Spoken = new Map()
  let done = 0
  for (const batch of batchesOf(rows, batchSize)) {
    // Tried again after a deadlock, a batch must not find its own lines in the book.
    const { outcomes, book } = await inTransaction(context.db, async (tx) => {
      await lockFeeds(tx)
      const book: Spoken = new Map(spoken)
      const outcomes: { line: number; outcome: Outcome }[] = []
      for (const row of batch) {
        outcomes.push({
          line: row.line,
          outcome: await placeRow(tx, context.clock.now(), row, { fileName, spoken: book }),
        })
      }
      return { outcomes, book }
    })
    for (const [id, entry] of book) spoken.set(id, entry)
    for (const { line, outcome } of outcomes) {
      if ('count' in outcome) counts[outcome.count] += 1
      else if ('skip' in outcome) written.skipped.push({ line, reason: outcome.skip })
      else written.bad.push({ line, reason: outcome.bad })
    }
    done += batch.length
    context.onProgress?.(done, rows.length)
  }
  return written
}

async function placeRow(
  tx: Tx,
  now: Date,
  { line, value: event }: Row<FeedEvent>,
  { fileName, spoken }: { fileName: string; spoken: Spoken },
): Promise<Outcome> {
  const said = saidOf(event)
  const known = await findLink(tx, event.source, event.ref)
  const link = known && isSameEvent(known.said, said) ? known : undefined
  if (link && isNewer(link.said.version, event.version)) return { count: 'kept at a later date' }
  if (!link && (await isDismissed(tx, event))) return { skip: `${event.title}: was dismissed` }
  const match = link
    ? { kind: 'known' as const, eventId: link.eventId }
    : await matchFeedEvent(tx, event, now)
  if (match.kind === 'bad') return { bad: match.reason }
  if (match.kind === 'left out') {
    await dropUnmatched(tx, event)
    return { skip: match.reason }
  }
  if (match.kind === 'waiting') {
    await putUnmatched(tx, { entry: event, missing: match.missing, fileName, line })
    return { count: waiting }
  }
  if (match.kind === 'new') {
    await writeOne(tx, now, match.fixture, line)
    const [stored] = (await lockStored(tx, [match.fixture.sourceKey])).values()
    if (!stored) throw new Error(`${match.fixture.sourceKey} was not inserted`)
    return finish(tx, { event, eventId: stored.id, said, link, spoken, line, count: 'added' })
  }
  const other = spoken.get(match.eventId)
  if (other && other.ref !== event.ref && other.text !== said.text) {
    return { bad: `${event.title}: says otherwise than line ${other.line} of the same event` }
  }
  // The same again is no news, however other sources have changed the event meanwhile.
  const isNews = link?.said.text !== said.text
  const count = isNews ? await correct(tx, now, { event, eventId: match.eventId, link, line }) : 'unchanged'
  return finish(tx, { event, eventId: match.eventId, said, link, spoken, line, count })
}

/** Brings a known event up to what the feed says. */
async function correct(
  tx: Tx,
  now: Date,
  { event, eventId, link, line }: { event: FeedEvent; eventId: number; link: Link | undefined; line: number },
): Promise<Counted> {
  const key = await readEventKey(tx, eventId)
  const stored = key && (await lockStored(tx, [key.sourceKey])).get(key.sourceKey)
  if (!key || !stored) throw new Error(`event ${eventId} is gone`)
  const named = event.venue ? await matchVenue(tx, event.venue) : undefined
  const venue = named && 'id' in named ? named : undefined
  const fixture = knownFixture(event, { key, stored, link, venue })
  const outcome = await writeOne(tx, now, fixture, line)
  const wasCancelled: EventStatus = stored.status
  return fixture.status === 'cancelled' && wasCancelled !== 'cancelled' ? 'cancelled' : outcome
}

async function writeOne(
  tx: Tx,
  now: Date,
  fixture: NewFixture,
  line: number,
): Promise<Exclude<Counted, 'cancelled' | typeof waiting>> {
  const [outcome] = await writeBatch(tx, now, [{ ...fixture, line }])
  if (typeof outcome !== 'string') throw new Error(outcome?.reason ?? `${fixture.sourceKey} was not written`)
  return outcome
}

interface Placed {
  event: FeedEvent
  eventId: number
  said: Said
  link: Link | undefined
  spoken: Spoken
  line: number
  count: Counted
}

async function finish(tx: Tx, { event, eventId, said, link, spoken, line, count }: Placed): Promise<Outcome> {
  if (link?.said.text !== said.text || !isSameVersion(link.said, said))
    await putLink(tx, event, { eventId, said })
  if (!link || count !== 'unchanged') await settleUnmatched(tx, event, eventId)
  if (!spoken.has(eventId)) spoken.set(eventId, { line, ref: event.ref, text: said.text })
  return { count, eventId }
}

function saidOf(event: FeedEvent): Said {
  const { version, status, dateConfirmed, venue, isMoved } = event
  const [moment, title] = [momentOf(event), matchKey(event.title)]
  return {
    version,
    status,
    title,
    moment,
    text: JSON.stringify([moment, dateConfirmed, status, venue, isMoved]),
  }
}

/** A source that calls the event otherwise and gives it another date may have used its number for something else. */
function isSameEvent(before: Said, now: Said): boolean {
  return before.title === '' || before.title === now.title || before.moment === now.moment
}

function isSameVersion(left: Said, right: Said): boolean {
  return !isNewer(left.version, right.version) && !isNewer(right.version, left.version)
}
