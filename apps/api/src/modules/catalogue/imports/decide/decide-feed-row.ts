import { hash53 } from '@terrace/domain/text/short-hash'
import { artistScope } from '../../competitions/competition.ts'
import { matchKey } from '../../matching/match-key.ts'
import { fixtureFromSource } from '../../importers/fixtures/fixture-from-source.ts'
import type { Link, SourceClaim } from '../../importers/event-sources/event-sources.repo.ts'
import { matchVenue } from '../../importers/event-sources/match-names.ts'
import { matchSourceEvent } from '../../importers/event-sources/match-source-event.ts'
import { timeKeyOf, type SourceEvent } from '../../importers/event-sources/source-event.ts'
import { sessionOf } from '../../importers/event-sources/season-titles.ts'
import { isNewer } from '../../importers/readers/source-feed.ts'
import type { Unmatched } from '../../importers/event-sources/unmatched.repo.ts'
import { decideKnown, decideNew, decision, waitingDecision, type Decision } from './decide-row.ts'
import type { EventValues, StoredEvent } from '../event-values.ts'
import type { RowLink, WaitingEntry } from '../import-run.ts'
import type { Staging } from '../staging.ts'

export interface FeedRow extends Pick<WaitingEntry, 'fileName'> {
  line: number
  event: SourceEvent
  /** What the source said before, and whether the row waits. */
  link: Link | undefined
  status: Unmatched['status'] | undefined
}

/** Decides about an event of a feed, which may name its competition loosely or not at all. */
export async function decideFeedRow(staging: Staging, row: FeedRow): Promise<Decision> {
  const { event, line, fileName } = row
  const claim = claimOf(event)
  const link = row.link && isSameEvent(row.link.claim, claim) ? row.link : undefined
  if (link && isNewer(link.claim.version, event.version))
    return decision(line, 'unchanged', { ...about(event), reason: 'the catalogue has a newer version' })
  if (!link && row.status === 'dismissed')
    return decision(line, 'skipped', { ...about(event), reason: `${event.title}: was dismissed` })
  const match = link
    ? { kind: 'known' as const, eventId: link.eventId }
    : await matchSourceEvent(staging.lookups, event, staging)
  if (match.kind === 'bad') return decision(line, 'invalid', { ...about(event), reason: match.reason })
  if (match.kind === 'skipped')
    return decision(line, 'skipped', { ...about(event), reason: match.reason, link: endOfWait(row) })
  if (match.kind === 'waiting')
    return waitingDecision(line, { entry: event, missing: match.missing, fileName, line })
  if (match.kind === 'known') return decideFeedEvent(staging, row, { claim, link, eventId: match.eventId })
  const fixture = { ...match.fixture, line }
  const stored = await staging.stored.byKey(staging.db, fixture.sourceKey)
  const known = staging.seen.get(fixture.sourceKey)?.eventId ?? stored?.id
  if (known !== undefined) return decideFeedEvent(staging, row, { claim, link, eventId: known })
  const added = await decideNew(staging, fixture)
  const { insert, eventId } = added
  if (insert && eventId !== null) {
    markSeen(staging, row, { eventId, text: claim.text, sourceKey: fixture.sourceKey })
    await addCandidate(staging, { ...fixture, id: eventId }, insert)
  }
  // A reference that the source used for another event moves to this one when the import settles.
  return row.link || row.status
    ? { ...added, link: linkOf(row, claim) }
    : { ...added, newLink: { event, claim } }
}

async function decideFeedEvent(
  staging: Staging,
  row: FeedRow,
  { claim, link, eventId }: { claim: SourceClaim; link: Link | undefined; eventId: number },
): Promise<Decision> {
  const { event, line } = row
  const other = staging.seen.get(`#${eventId}`)
  const isOther = other !== undefined && other.ref !== hash53(event.ref)
  if (isOther && other.text !== hash53(claim.text)) {
    const reason = `${event.title}: contradicts line ${other.line}, which is the same event`
    return decision(line, 'invalid', { ...about(event), reason })
  }
  if (other && (isOther || other.eventId < 0)) {
    const reason = `the same event as line ${other.line}`
    return decision(line, 'unchanged', { ...about(event), reason, eventId, link: linkOf(row, claim) })
  }
  const stored = await staging.stored.byId(staging.db, eventId)
  if (!stored) throw new Error(`event ${eventId} does not exist`)
  markSeen(staging, row, { eventId, text: claim.text, sourceKey: stored.sourceKey })
  // An identical claim changes nothing, even if another source changed the event meanwhile.
  if (link?.claim.text === claim.text) {
    const isSameVersion = !isNewer(link.claim.version, claim.version)
    return decision(line, 'unchanged', {
      ...about(event),
      eventId,
      link: isSameVersion && !isNewer(claim.version, link.claim.version) ? null : linkOf(row, claim),
    })
  }
  const named = event.venue ? await matchVenue(staging.lookups, event.venue) : undefined
  const venue = named && 'id' in named ? named : undefined
  const fixture = fixtureFromSource(event, { key: stored, stored, link, venue })
  const changed = await decideKnown(staging, { ...fixture, line }, stored)
  const after = changed.after && 'sourceKey' in changed.after ? changed.after : null
  if (after) await addCandidate(staging, stored, after)
  return { ...changed, link: linkOf(row, claim) }
}

function markSeen(
  { seen }: Staging,
  { line, event }: FeedRow,
  { eventId, text, sourceKey }: { eventId: number; text: string; sourceKey: string },
): void {
  seen.set([`#${eventId}`, sourceKey], { line, eventId, ref: hash53(event.ref), text: hash53(text) })
}

async function addCandidate(
  { candidates, competitions, lookups }: Staging,
  event: Pick<StoredEvent, 'id' | 'competition' | 'season' | 'sourceKey' | 'title'>,
  values: EventValues,
): Promise<void> {
  const { id, competition, season, sourceKey } = event
  candidates.add({
    ...values,
    id,
    competition,
    season,
    startsAt: new Date(values.startsAt),
    performerIds: values.performers.map((performer) => performer.id),
  })
  // Only events other than pairs and concerts are looked up by their title.
  const isPair = values.performers.some(({ role }) => role === 'home')
  if (isPair || competitions.bySlug(competition).scope === artistScope) return
  const titles = await lookups.titles(competition, season)
  titles.remove(event)
  titles.add({ ...values, id, session: sessionOf(sourceKey) })
}

function about({ title, when }: SourceEvent): Pick<Decision, 'title' | 'localAt'> {
  return { title, localAt: (when.kind === 'utc' ? when.instant : when.local).slice(0, 16) }
}

function linkOf({ event, link, status }: FeedRow, claim: SourceClaim): RowLink {
  const { source, ref } = event
  return { source, ref, claim, before: link ?? null, wasWaiting: status !== undefined && status !== 'loaded' }
}

function endOfWait({ event: { source, ref }, status }: FeedRow): RowLink | null {
  return status === 'waiting' ? { source, ref, claim: null, before: null, wasWaiting: true } : null
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
