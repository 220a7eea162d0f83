import type { Tx } from '#api/db/transaction.ts'
import { matchKey } from '../match-key.ts'
import { isNewer, momentOf, refKeyOf, type FeedEvent } from './feed-event.ts'
import { openLookups, placesOf, type Lookups } from './feed-lookups.ts'
import { findLinks, putLinks, readEventKey, type Link, type Said } from './feeds.repo.ts'
import { lockStored } from './fixtures.repo.ts'
import { knownFixture } from './known-fixture.ts'
import { matchFeedEvent, type Match, type NewFixture } from './match-feed.ts'
import { matchVenue } from './match-names.ts'
import type { Row } from './source-rows.ts'
import {
  dropUnmatched,
  findStatuses,
  putUnmatched,
  settleUnmatched,
  type Unmatched,
} from './unmatched.repo.ts'
import { writeBatch } from './write-fixtures.ts'

export const waiting = 'waiting for a decision'

type Counted =
  | 'added'
  | 'moved'
  | 'changed'
  | 'cancelled'
  | 'unchanged'
  | 'kept at a later date'
  | typeof waiting
export type Outcome = { count: Counted } | { skip: string } | { bad: string }

/** Which event has been spoken of on which line already: a feed may sell one evening under two names. */
export type Spoken = Map<number, { line: number; ref: string; text: string }>

interface NewEvent {
  event: FeedEvent
  fixture: NewFixture
  said: Said
  line: number
}

interface Placing {
  tx: Tx
  now: Date
  lookups: Lookups
  spoken: Spoken
  /** What the sources said before, and what waits, by {@link refKeyOf}. */
  links: Map<string, Link>
  statuses: Map<string, Unmatched['status']>
  /** Still to be written, and the keys under which somebody may ask for it. */
  fresh: NewEvent[]
  freshKeys: Set<string>
}

/** What is known of a batch before its first row is placed. */
export async function startPlacing(tx: Tx, now: Date, batch: readonly Row<FeedEvent>[]): Promise<Placing> {
  const events = batch.map(({ value }) => value)
  return {
    tx,
    now,
    lookups: openLookups(tx),
    spoken: new Map(),
    links: await findLinks(tx, events),
    statuses: await findStatuses(tx, events),
    fresh: [],
    freshKeys: new Set(),
  }
}

/** Places one row. What is new is only noted down, for {@link writeNew}. */
export async function placeRow(
  placing: Placing,
  { line, value: event }: Row<FeedEvent>,
  fileName: string,
): Promise<Outcome> {
  const { tx, statuses, spoken } = placing
  const key = refKeyOf(event)
  if (placing.freshKeys.has(key)) await writeNew(placing)
  const said = saidOf(event)
  const known = placing.links.get(key)
  const link = known && isSameEvent(known.said, said) ? known : undefined
  if (link && isNewer(link.said.version, event.version)) return { count: 'kept at a later date' }
  if (!link && statuses.get(key) === 'dismissed') return { skip: `${event.title}: was dismissed` }
  const match = link ? { kind: 'known' as const, eventId: link.eventId } : await matchRow(placing, event)
  if (match.kind === 'bad') return { bad: match.reason }
  if (match.kind === 'left out') {
    if (statuses.get(key) === 'waiting') await dropUnmatched(tx, event)
    return { skip: match.reason }
  }
  if (match.kind === 'waiting') {
    await putUnmatched(tx, { entry: event, missing: match.missing, fileName, line })
    statuses.set(key, 'waiting')
    return { count: waiting }
  }
  if (match.kind === 'new') {
    placing.fresh.push({ event, fixture: match.fixture, said, line })
    for (const place of [key, ...placesOf(match.fixture)]) placing.freshKeys.add(place)
    return { count: 'added' }
  }
  const { eventId } = match
  const other = spoken.get(eventId)
  if (other && other.ref !== event.ref && other.text !== said.text) {
    return { bad: `${event.title}: says otherwise than line ${other.line} of the same event` }
  }
  // The same again is no news, however other sources have changed the event meanwhile.
  const isNews = link?.said.text !== said.text
  const count = isNews ? await correct(placing, { event, eventId, link, line }) : 'unchanged'
  if (isNews || !isSameVersion(link.said, said)) await linkTo(placing, [{ event, eventId, said, line }])
  if (!link || count !== 'unchanged') await settle(placing, [{ event, eventId }])
  note(spoken, { event, eventId, said, line })
  return { count }
}

/** What the row means; where it may be one of the events that are still to be written, they are written first. */
async function matchRow(placing: Placing, event: FeedEvent): Promise<Match> {
  const { lookups, now, freshKeys } = placing
  lookups.looked.clear()
  const match = await matchFeedEvent(lookups, event, now)
  if (freshKeys.isDisjointFrom(lookups.looked)) return match
  await writeNew(placing)
  return matchFeedEvent(lookups, event, now)
}

/** Writes what has been found to be new, with what its sources said. */
export async function writeNew(placing: Placing): Promise<void> {
  const { tx, now, fresh } = placing
  placing.fresh = []
  placing.freshKeys.clear()
  if (fresh.length === 0) return
  await writeAll(
    tx,
    now,
    fresh.map(({ fixture, line }) => ({ ...fixture, line })),
  )
  const stored = await lockStored(
    tx,
    fresh.map(({ fixture }) => fixture.sourceKey),
  )
  const placed = fresh.map(({ fixture, ...row }) => {
    const event = stored.get(fixture.sourceKey)
    if (!event) throw new Error(`${fixture.sourceKey} was not inserted`)
    return { ...row, eventId: event.id }
  })
  await linkTo(placing, placed)
  await settle(placing, placed)
  for (const row of placed) note(placing.spoken, row)
}

/** Brings a known event up to what the feed says. */
async function correct(
  { tx, now, lookups }: Placing,
  { event, eventId, link, line }: { event: FeedEvent; eventId: number; link: Link | undefined; line: number },
): Promise<Counted> {
  const key = await readEventKey(tx, eventId)
  const stored = key && (await lockStored(tx, [key.sourceKey])).get(key.sourceKey)
  if (!key || !stored) throw new Error(`event ${eventId} is gone`)
  const named = event.venue ? await matchVenue(lookups, event.venue) : undefined
  const venue = named && 'id' in named ? named : undefined
  const fixture = knownFixture(event, { key, stored, link, venue })
  const [outcome = 'unchanged'] = await writeAll(tx, now, [{ ...fixture, line }])
  return fixture.status === 'cancelled' && stored.status !== 'cancelled' ? 'cancelled' : outcome
}

async function writeAll(
  tx: Tx,
  now: Date,
  fixtures: readonly (NewFixture & { line: number })[],
): Promise<Exclude<Counted, 'cancelled' | typeof waiting>[]> {
  const outcomes = await writeBatch(tx, now, fixtures)
  return outcomes.map((outcome) => {
    if (typeof outcome !== 'string') throw new Error(outcome.reason)
    return outcome
  })
}

interface Placed {
  event: FeedEvent
  eventId: number
  said: Said
  line: number
}

/** Keeps what the sources said, and of which event. */
async function linkTo({ tx, links }: Placing, placed: readonly Placed[]): Promise<void> {
  await putLinks(tx, placed)
  for (const { event, eventId, said } of placed) links.set(refKeyOf(event), { eventId, said })
}

async function settle(
  { tx, statuses }: Placing,
  placed: readonly Pick<Placed, 'event' | 'eventId'>[],
): Promise<void> {
  const settled = placed.filter(({ event }) => statuses.has(refKeyOf(event)))
  await settleUnmatched(tx, settled)
  for (const { event } of settled) statuses.set(refKeyOf(event), 'loaded')
}

function note(spoken: Spoken, { event, eventId, said, line }: Placed): void {
  if (!spoken.has(eventId)) spoken.set(eventId, { line, ref: event.ref, text: said.text })
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
