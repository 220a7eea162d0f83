import type { Tx } from '#api/db/transaction.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import { matchKey } from '../../matching/match-key.ts'
import { proposeMissing } from '../../proposals/propose-missing.ts'
import { isNewer } from '../readers/feed.ts'
import { timeKeyOf, refKeyOf, type SourceEvent } from './source-event.ts'
import { openLookups, lookupKeysOf, type Lookups } from './source-lookups.ts'
import { findLinks, saveLinks, readEventKey, type Link, type SourceClaim } from './event-sources.repo.ts'
import { lockStored } from '../fixtures/fixtures.repo.ts'
import { fixtureFromSource } from '../fixtures/fixture-from-source.ts'
import { matchSourceEvent, type Match, type NewFixture } from './match-source-event.ts'
import { matchVenue } from './match-names.ts'
import type { Row } from '../source-rows.ts'
import {
  dropUnmatched,
  findStatuses,
  saveUnmatched,
  resolveUnmatched,
  type Unmatched,
} from './unmatched.repo.ts'
import { writeBatch } from '../fixtures/write-fixtures.ts'

export const waitingForDecision = 'waiting for a decision'

type OutcomeCount =
  | 'added'
  | 'moved'
  | 'changed'
  | 'cancelled'
  | 'unchanged'
  | 'kept at a later date'
  | typeof waitingForDecision
export type Outcome = { count: OutcomeCount } | { skip: string } | { bad: string }

/** Events that earlier lines of the file refer to: a source may sell one evening under two names. */
export type SeenEvents = Map<number, { line: number; ref: string; text: string }>

interface NewEvent {
  event: SourceEvent
  fixture: NewFixture
  claim: SourceClaim
  line: number
}

interface MatchingContext {
  tx: Tx
  now: Date
  competitions: Competitions
  lookups: Lookups
  seenEvents: SeenEvents
  /** Previous claims and unmatched rows, by {@link refKeyOf}. */
  links: Map<string, Link>
  statuses: Map<string, Unmatched['status']>
  /** New events to write, and the lookup keys that could find them. */
  pending: NewEvent[]
  pendingKeys: Set<string>
}

export async function startMatching(
  tx: Tx,
  { now, competitions }: { now: Date; competitions: Competitions },
  batch: readonly Row<SourceEvent>[],
): Promise<MatchingContext> {
  const events = batch.map(({ value }) => value)
  return {
    tx,
    now,
    competitions,
    lookups: openLookups(tx),
    seenEvents: new Map(),
    links: await findLinks(tx, events),
    statuses: await findStatuses(tx, events),
    pending: [],
    pendingKeys: new Set(),
  }
}

/** Matches one row and updates its event. New events are queued for {@link writeNew}. */
export async function processRow(
  matching: MatchingContext,
  { line, value: event }: Row<SourceEvent>,
  fileName: string,
): Promise<Outcome> {
  const { tx, statuses, seenEvents } = matching
  const key = refKeyOf(event)
  if (matching.pendingKeys.has(key)) await writeNew(matching)
  const claim = claimOf(event)
  const knownLink = matching.links.get(key)
  const link = knownLink && isSameEvent(knownLink.claim, claim) ? knownLink : undefined
  if (link && isNewer(link.claim.version, event.version)) return { count: 'kept at a later date' }
  if (!link && statuses.get(key) === 'dismissed') return { skip: `${event.title}: was dismissed` }
  const match = link ? { kind: 'known' as const, eventId: link.eventId } : await findMatch(matching, event)
  if (match.kind === 'bad') return { bad: match.reason }
  if (match.kind === 'skipped') {
    if (statuses.get(key) === 'waiting') await dropUnmatched(tx, event)
    return { skip: match.reason }
  }
  if (match.kind === 'waiting') {
    const { missing, rejected } = await proposeMissing(tx, match.missing, { fileName, line })
    if (rejected !== undefined) return { skip: `${event.title}: "${rejected}" was rejected` }
    await saveUnmatched(tx, { entry: event, missing, fileName, line })
    statuses.set(key, 'waiting')
    return { count: waitingForDecision }
  }
  if (match.kind === 'new') {
    matching.pending.push({ event, fixture: match.fixture, claim, line })
    for (const lookupKey of [key, ...lookupKeysOf(match.fixture)]) matching.pendingKeys.add(lookupKey)
    return { count: 'added' }
  }
  const { eventId } = match
  const other = seenEvents.get(eventId)
  if (other && other.ref !== event.ref && other.text !== claim.text) {
    return { bad: `${event.title}: contradicts line ${other.line}, which is the same event` }
  }
  // An identical claim changes nothing, even if another source changed the event meanwhile.
  const hasChanged = link?.claim.text !== claim.text
  const count = hasChanged ? await updateKnownEvent(matching, { event, eventId, link, line }) : 'unchanged'
  if (hasChanged || !isSameVersion(link.claim, claim))
    await linkTo(matching, [{ event, eventId, claim, line }])
  if (!link || count !== 'unchanged') await resolveRows(matching, [{ event, eventId }])
  markSeen(seenEvents, { event, eventId, claim, line })
  return { count }
}

/** Matches the row. Writes the queued events first when the row may mean one of them. */
async function findMatch(matching: MatchingContext, event: SourceEvent): Promise<Match> {
  const { lookups, pendingKeys } = matching
  lookups.queriedKeys.clear()
  const match = await matchSourceEvent(lookups, event, matching)
  if (pendingKeys.isDisjointFrom(lookups.queriedKeys)) return match
  await writeNew(matching)
  return matchSourceEvent(lookups, event, matching)
}

export async function writeNew(matching: MatchingContext): Promise<void> {
  const { tx, pending } = matching
  matching.pending = []
  matching.pendingKeys.clear()
  if (pending.length === 0) return
  await writeAll(
    matching,
    pending.map(({ fixture, line }) => ({ ...fixture, line })),
  )
  const stored = await lockStored(
    tx,
    pending.map(({ fixture }) => fixture.sourceKey),
  )
  const matchedRows = pending.map(({ fixture, ...row }) => {
    const event = stored.get(fixture.sourceKey)
    if (!event) throw new Error(`${fixture.sourceKey} was not inserted`)
    return { ...row, eventId: event.id }
  })
  await linkTo(matching, matchedRows)
  await resolveRows(matching, matchedRows)
  for (const row of matchedRows) markSeen(matching.seenEvents, row)
}

async function updateKnownEvent(
  matching: MatchingContext,
  {
    event,
    eventId,
    link,
    line,
  }: { event: SourceEvent; eventId: number; link: Link | undefined; line: number },
): Promise<OutcomeCount> {
  const { tx, lookups } = matching
  const key = await readEventKey(tx, eventId)
  const stored = key && (await lockStored(tx, [key.sourceKey])).get(key.sourceKey)
  if (!key || !stored) throw new Error(`event ${eventId} does not exist`)
  const named = event.venue ? await matchVenue(lookups, event.venue) : undefined
  const venue = named && 'id' in named ? named : undefined
  const fixture = fixtureFromSource(event, { key, stored, link, venue })
  const [outcome = 'unchanged'] = await writeAll(matching, [{ ...fixture, line }])
  return fixture.status === 'cancelled' && stored.status !== 'cancelled' ? 'cancelled' : outcome
}

async function writeAll(
  { tx, now, competitions }: MatchingContext,
  fixtures: readonly (NewFixture & { line: number })[],
): Promise<Exclude<OutcomeCount, 'cancelled' | typeof waitingForDecision>[]> {
  const outcomes = await writeBatch(tx, { now, competitions }, fixtures)
  return outcomes.map((outcome) => {
    if (typeof outcome !== 'string') throw new Error(outcome.reason)
    return outcome
  })
}

interface MatchedRow {
  event: SourceEvent
  eventId: number
  claim: SourceClaim
  line: number
}

async function linkTo({ tx, links }: MatchingContext, matchedRows: readonly MatchedRow[]): Promise<void> {
  await saveLinks(tx, matchedRows)
  for (const { event, eventId, claim } of matchedRows) links.set(refKeyOf(event), { eventId, claim })
}

async function resolveRows(
  { tx, statuses }: MatchingContext,
  matchedRows: readonly Pick<MatchedRow, 'event' | 'eventId'>[],
): Promise<void> {
  const resolved = matchedRows.filter(({ event }) => statuses.has(refKeyOf(event)))
  await resolveUnmatched(tx, resolved)
  for (const { event } of resolved) statuses.set(refKeyOf(event), 'loaded')
}

function markSeen(seenEvents: SeenEvents, { event, eventId, claim, line }: MatchedRow): void {
  if (!seenEvents.has(eventId)) seenEvents.set(eventId, { line, ref: event.ref, text: claim.text })
}

function claimOf(event: SourceEvent): SourceClaim {
  const { version, status, dateConfirmed, venue, isMoved } = event
  const [timeKey, title] = [timeKeyOf(event), matchKey(event.title)]
  return {
    version,
    status,
    title,
    timeKey,
    text: JSON.stringify([timeKey, dateConfirmed, status, venue, isMoved]),
  }
}

/** A different title and a different date mean that the source has reused its reference for another event. */
function isSameEvent(previous: SourceClaim, current: SourceClaim): boolean {
  return previous.title === '' || previous.title === current.title || previous.timeKey === current.timeKey
}

function isSameVersion(left: SourceClaim, right: SourceClaim): boolean {
  return !isNewer(left.version, right.version) && !isNewer(right.version, left.version)
}
