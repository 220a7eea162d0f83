import type { EventValues, StoredEvent } from '../event-values.ts'
import { isSameEvent, valuesOf } from '../event-values.ts'
import type { SourceClaim, SourceRef } from '../../importers/event-sources/event-sources.repo.ts'
import { mergeFixture } from '../../importers/fixtures/merge-fixture.ts'
import type { ResolvedFixture } from '../../importers/fixtures/resolve-fixtures.ts'
import type { ImportRow, Outcome, WaitingEntry } from '../import-run.ts'
import { eventTimeOf } from '../../seasons/event-times.ts'
import { seasonFor, type Staging } from '../staging.ts'

/** What a row does, before it is written. */
export interface Decision extends ImportRow {
  /** The event to insert; `eventId` is its provisional, negative id. */
  insert: EventValues | null
  /** The source's reference of a new event. */
  newLink: { event: SourceRef; claim: SourceClaim } | null
}

export function decision(line: number, outcome: Outcome, more: Partial<Decision> = {}): Decision {
  return {
    line,
    outcome,
    reason: null,
    eventId: null,
    title: null,
    localAt: null,
    before: null,
    after: null,
    link: null,
    insert: null,
    newLink: null,
    ...more,
  }
}

export function waitingDecision(line: number, waiting: WaitingEntry): Decision {
  const { entry, missing } = waiting
  const reason = missing
    .map(({ what, name, hint }) => `${what} "${name}" is not known${hint === null ? '' : ` (${hint})`}`)
    .join('; ')
  const localAt = (entry.when.kind === 'utc' ? entry.when.instant : entry.when.local).slice(0, 16)
  return decision(line, 'waiting', { reason, title: entry.title, localAt, after: waiting })
}

/** Adds the fixture as an event. */
export async function decideNew(staging: Staging, fixture: ResolvedFixture): Promise<Decision> {
  const competition = staging.competitions.bySlug(fixture.competition)
  const season = await seasonFor(staging, competition, fixture.season)
  if (!fixture.isChange && season.id !== notWritten) staging.coveredSeasonIds.add(season.id)
  const insert = valuesOf(fixture, season, undefined, staging)
  staging.newCount += 1
  return decision(fixture.line, 'new', {
    eventId: -staging.newCount,
    title: insert.title,
    localAt: insert.sourceLocal,
    insert,
  })
}

/** `applyChanges` never writes the category and season of a stored event. */
const notWritten = -1

/** Changes the stored event to the fixture, or leaves it as it is. */
export async function decideKnown(
  staging: Staging,
  fixture: ResolvedFixture,
  known: StoredEvent,
): Promise<Decision> {
  const competition = staging.competitions.bySlug(known.competition)
  const season =
    known.season === ''
      ? { id: notWritten, categoryId: competition.categoryId, shiftWeeks: 0 }
      : await seasonFor(staging, competition, known.season)
  if (!fixture.isChange && season.id !== notWritten) staging.coveredSeasonIds.add(season.id)
  const merged = mergeFixture(known, fixture)
  const after = valuesOf(fixture, season, { known, merged }, staging)
  const row = { eventId: known.id, title: after.title, localAt: after.sourceLocal }
  if (isSameEvent(known, after)) {
    const reason = merged.isStale ? 'the catalogue has a later date' : null
    return decision(fixture.line, 'unchanged', { ...row, reason })
  }
  return decision(fixture.line, changeOf(known, after, merged.isMoved), {
    ...row,
    reason: reasonOf(known, after),
    before: known,
    after,
  })
}

/** The stored event, changed only in whether its time is known. */
export function decideTime(staging: Staging, known: StoredEvent, timeKnown: boolean): Decision {
  const { confirmAheadDays } = staging.competitions.bySlug(known.competition)
  const time = eventTimeOf({ ...known, timeKnown, confirmAheadDays }, staging.now)
  const after: EventValues = {
    ...known,
    categoryId: notWritten,
    seasonId: notWritten,
    localAt: time.localAt,
    startsAt: time.startsAt.toISOString(),
    timeConfirmed: time.timeConfirmed,
    timeKnown,
  }
  const about = { eventId: known.id, title: known.title, localAt: known.sourceLocal }
  if (isSameEvent(known, after)) return { ...decision(0, 'unchanged', about), line: null }
  const reason = timeKnown ? 'time known' : 'time of the round is a placeholder'
  return { ...decision(0, 'changed', { ...about, reason, before: known, after }), line: null }
}

function changeOf(known: StoredEvent, after: EventValues, isMoved: boolean): Outcome {
  if (after.status === 'cancelled' && known.status !== 'cancelled') return 'cancelled'
  return isMoved ? 'moved' : 'changed'
}

/** Only `rescheduled` is new: the reason gives the old date, so it leaves out the status. */
function isMove(from: EventValues['status'], to: EventValues['status']): boolean {
  return from === 'scheduled' && to === 'rescheduled'
}

function reasonOf(known: StoredEvent, after: EventValues): string {
  const texts = [
    known.sourceLocal === after.sourceLocal ? null : `from ${known.sourceLocal.replace('T', ' ')}`,
    known.title === after.title ? null : `title was ${known.title}`,
    known.venueId === after.venueId ? null : 'other venue',
    known.status === after.status || isMove(known.status, after.status) ? null : `was ${known.status}`,
    known.round === after.round ? null : `round was ${known.round ?? 'unknown'}`,
    known.timeConfirmed === after.timeConfirmed && known.timeKnown === after.timeKnown
      ? null
      : after.timeConfirmed
        ? 'time confirmed'
        : 'time unconfirmed',
    known.dateConfirmed === after.dateConfirmed
      ? null
      : after.dateConfirmed
        ? 'date confirmed'
        : 'date unconfirmed',
  ].filter((text) => text !== null)
  return texts.join(', ') || 'other performers'
}
