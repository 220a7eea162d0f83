import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { DomainEvent } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { eventTimeOf } from '../event-times.ts'
import { competitionOf } from './competitions.ts'
import type { Fixture } from './fixture.ts'
import {
  ensureCategory,
  ensureSeason,
  insertEvents,
  lockStored,
  updateEvents,
  type EventValues,
  type SeasonRow,
} from './fixtures.repo.ts'
import { batchesOf, type ImportContext, type Written } from './import-report.ts'
import { mergeFixture, type Merged, type StoredFixture } from './merge-fixture.ts'
import { openPerformerBook } from './performer-book.ts'
import { resolveFixtures, type ResolvedFixture } from './resolve-fixtures.ts'
import type { Remark, Row } from './source-rows.ts'
import { openVenueBook } from './venue-book.ts'

const batchSize = 500

/**
 * The one writer of events, whatever their source: an event that is stored already is moved or corrected in place, and
 * each change is told in the outbox. Commits every few hundred rows, since an open transaction holds the outbox back.
 */
export async function writeFixtures(context: ImportContext, rows: readonly Row<Fixture>[]): Promise<Written> {
  const { db, onProgress } = context
  const { fixtures, bad } = await inTransaction(db, async (tx) => {
    await ensureArtists(tx, rows)
    const scopes = rows.map(({ value }) => competitionOf(value.competition).scope)
    return resolveFixtures(rows, {
      performers: await openPerformerBook(tx, [...scopes, 'artist']),
      venues: await openVenueBook(tx),
    })
  })
  const counts = { added: 0, moved: 0, changed: 0, unchanged: 0, 'kept at a later date': 0 }
  const unknown: Remark[] = []
  let done = 0
  for (const batch of batchesOf(fixtures, batchSize)) {
    const outcomes = await inTransaction(db, (tx) => writeBatch(tx, context.clock.now(), batch))
    for (const outcome of outcomes) {
      if (typeof outcome === 'string') counts[outcome] += 1
      else unknown.push(outcome)
    }
    done += batch.length
    onProgress?.(done, fixtures.length)
  }
  return { counts, bad: [...bad, ...unknown] }
}

type Outcome = 'added' | 'moved' | 'changed' | 'unchanged' | 'kept at a later date' | Remark

async function ensureArtists(tx: Tx, rows: readonly Row<Fixture>[]): Promise<void> {
  const names = [...new Set(rows.flatMap(({ value }) => value.artists))]
  if (names.length === 0) return
  const book = await openPerformerBook(tx, ['artist'])
  for (const name of names) {
    await book.ensure(tx, { scope: 'artist', kind: 'artist', countryCode: null, name, aliases: [] })
  }
}

/** Writes fixtures that are resolved, in the order given; for each what became of it. */
export async function writeBatch(tx: Tx, now: Date, batch: readonly ResolvedFixture[]): Promise<Outcome[]> {
  const seasons = await openSeasons(tx, batch)
  const stored = await lockStored(
    tx,
    batch.map((fixture) => fixture.sourceKey),
  )
  const inserts: EventValues[] = []
  const updates: (EventValues & { id: number; outcome: string; wasCancelled: boolean })[] = []
  const outcomes: Outcome[] = []
  for (const fixture of batch) {
    const season = seasons.get(seasonKey(fixture))
    if (!season) throw new Error(`no season for ${fixture.sourceKey}`)
    const known = stored.get(fixture.sourceKey)
    if (!known && fixture.isChange) {
      outcomes.push({
        line: fixture.line,
        reason: `${fixture.title} is not in the catalogue: import the season first`,
      })
    } else if (!known) {
      inserts.push(valuesOf(fixture, season, undefined, now))
      outcomes.push('added')
    } else {
      const merged = mergeFixture(known, fixture)
      const values = { ...valuesOf(fixture, season, { known, merged }, now), id: known.id }
      const outcome = outcomeOf(known, merged, values)
      if (outcome !== 'unchanged')
        updates.push({ ...values, outcome, wasCancelled: known.status === 'cancelled' })
      outcomes.push(merged.isStale && outcome === 'unchanged' ? 'kept at a later date' : outcome)
    }
  }
  const added = await insertEvents(tx, inserts)
  await updateEvents(tx, updates)
  await recordEvents(tx, [
    ...added.map((id) => told('event.added', id)),
    ...updates.filter(({ outcome }) => outcome === 'moved').map(({ id }) => told('event.rescheduled', id)),
    ...updates
      .filter(({ status, wasCancelled }) => status === 'cancelled' && !wasCancelled)
      .map(({ id }) => told('event.cancelled', id)),
  ])
  return outcomes
}

function told(topic: 'event.added' | 'event.rescheduled' | 'event.cancelled', eventId: number): DomainEvent {
  return { topic, subject: String(eventId), payload: { eventId } }
}

function seasonKey({ competition, season }: ResolvedFixture): string {
  return `${competition}/${season}`
}

async function openSeasons(tx: Tx, batch: readonly ResolvedFixture[]): Promise<Map<string, SeasonRow>> {
  const seasons = new Map<string, SeasonRow>()
  for (const fixture of batch) {
    const key = seasonKey(fixture)
    if (seasons.has(key)) continue
    const categoryId = await ensureCategory(tx, competitionOf(fixture.competition))
    seasons.set(key, await ensureSeason(tx, categoryId, fixture.season))
  }
  return seasons
}

/** The event row as it should stand now. */
function valuesOf(
  fixture: ResolvedFixture,
  season: SeasonRow,
  before: { known: StoredFixture; merged: Merged } | undefined,
  now: Date,
): EventValues {
  const source = before?.merged ?? { ...fixture, firstSourceLocal: null }
  const shiftWeeks = before?.known.shiftWeeks ?? season.shiftWeeks
  const { confirmAheadDays } = competitionOf(fixture.competition)
  const time = eventTimeOf({ ...source, shiftWeeks, timezone: fixture.timezone, confirmAheadDays }, now)
  return {
    id: before?.known.id ?? null,
    sourceKey: fixture.sourceKey,
    title: fixture.title,
    slug: fixture.slug,
    categoryId: season.categoryId,
    seasonId: season.id,
    venueId: fixture.venueId,
    // A list of changes names the round loosely, if at all.
    round: fixture.isChange ? (before?.known.round ?? fixture.round) : fixture.round,
    sourceLocal: source.sourceLocal,
    firstSourceLocal: source.firstSourceLocal,
    shiftWeeks,
    timezone: fixture.timezone,
    ...time,
    timeKnown: source.timeKnown,
    dateConfirmed: fixture.dateConfirmed,
    status: source.status,
    performers: fixture.performers,
  }
}

function outcomeOf(
  known: StoredFixture,
  merged: Merged,
  next: EventValues,
): 'moved' | 'changed' | 'unchanged' {
  if (merged.isMoved) return 'moved'
  const isSame =
    known.title === next.title &&
    known.venueId === next.venueId &&
    known.timezone === next.timezone &&
    known.round === next.round &&
    known.sourceLocal === next.sourceLocal &&
    known.localAt === next.localAt &&
    known.timeKnown === next.timeKnown &&
    known.timeConfirmed === next.timeConfirmed &&
    known.dateConfirmed === next.dateConfirmed &&
    known.status === next.status &&
    JSON.stringify(known.performers) === JSON.stringify(next.performers)
  return isSame ? 'unchanged' : 'changed'
}
