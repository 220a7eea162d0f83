import type { Entrant } from '../competitions/competition.ts'
import type { Competitions } from '../competitions/competition-lookup.ts'
import type { StoredFixture, Merged } from '../importers/fixtures/merge-fixture.ts'
import type { ResolvedFixture } from '../importers/fixtures/resolve-fixtures.ts'
import { eventTimeOf } from '../seasons/event-times.ts'

/** An event of the catalogue with everything that an import may change. */
export interface StoredEvent extends StoredFixture {
  sourceKey: string
  slug: string
  startsAt: string
  /** Slug of its competition, and name of its season. */
  competition: string
  season: string
  /** As PostgreSQL writes it, to the microsecond: `switchRun` refuses events that have changed meanwhile. */
  updatedAt: string
}

/** The columns of an event as an import writes them. */
export interface EventValues {
  sourceKey: string
  title: string
  slug: string
  categoryId: number
  seasonId: number
  venueId: number
  round: string | null
  sourceLocal: string
  firstSourceLocal: string | null
  shiftWeeks: number
  localAt: string
  timezone: string
  startsAt: string
  timeKnown: boolean
  timeConfirmed: boolean
  dateConfirmed: boolean
  status: StoredFixture['status']
  performers: StoredFixture['performers']
}

export interface SeasonRow {
  id: number
  categoryId: number
  shiftWeeks: number
}

export interface ValuesContext {
  now: Date
  competitions: Competitions
}

/** The event that a fixture makes or changes. */
export function valuesOf(
  fixture: Omit<ResolvedFixture, 'line'>,
  season: SeasonRow,
  before: { known: StoredEvent; merged: Merged } | undefined,
  { now, competitions }: ValuesContext,
): EventValues {
  const source = before?.merged ?? { ...fixture, firstSourceLocal: null }
  const shiftWeeks = before?.known.shiftWeeks ?? season.shiftWeeks
  const { confirmAheadDays, entrants } = competitions.bySlug(fixture.competition)
  const time = eventTimeOf({ ...source, shiftWeeks, timezone: fixture.timezone, confirmAheadDays }, now)
  return {
    sourceKey: before?.known.sourceKey ?? fixture.sourceKey,
    title: fixture.title,
    slug: fixture.slug,
    categoryId: season.categoryId,
    seasonId: season.id,
    venueId: fixture.venueId,
    // Change lists state the round loosely, if at all.
    round: fixture.isChange ? (before?.known.round ?? fixture.round) : fixture.round,
    sourceLocal: source.sourceLocal,
    firstSourceLocal: source.firstSourceLocal,
    shiftWeeks,
    timezone: fixture.timezone,
    localAt: time.localAt,
    startsAt: time.startsAt.toISOString(),
    timeConfirmed: time.timeConfirmed,
    timeKnown: source.timeKnown,
    dateConfirmed: fixture.dateConfirmed,
    status: source.status,
    performers: withEntrants(
      fixture.performers,
      entrantsOf(before?.known, entrants.get(fixture.season), now),
    ),
  }
}

/** A past event keeps its entrants: later withdrawals are about the events to come. */
function entrantsOf(
  known: StoredEvent | undefined,
  entrants: readonly Entrant[] = [],
  now: Date,
): readonly Entrant[] {
  if (!known || new Date(known.startsAt) > now) return entrants
  return known.performers.filter((one): one is Entrant => one.role === 'driver' || one.role === 'constructor')
}

/** Everyone on the season's entry list takes part in all of its events. */
function withEntrants(
  performers: ResolvedFixture['performers'],
  entrants: readonly Entrant[],
): ResolvedFixture['performers'] {
  return [...performers, ...entrants.filter(({ id }) => !performers.some((performer) => performer.id === id))]
}

/** Whether the written columns of two events are the same; the start follows from local time and zone. */
export function isSameEvent(known: StoredEvent, next: EventValues): boolean {
  return (
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
    JSON.stringify(known.performers.map(({ id, role }) => [id, role])) ===
      JSON.stringify(next.performers.map(({ id, role }) => [id, role]))
  )
}
