import type { Fixture, FixtureTime } from '../fixtures/fixture.ts'

/**
 * One event of a source before it is matched, with clean texts and valid times. Plain JSON, because unmatched events
 * are stored in `unmatched_events`.
 */
export interface SourceEvent {
  /** Namespace of `ref`. */
  source: string
  /** The source's own id, which stays the same when the event moves. */
  ref: string
  /** Orders two versions of an event, when the source numbers them. */
  version: { sequence: number; timestamp: string } | null
  title: string
  teams: { home: string; away: string } | null
  artists: string[]
  /** Genres or competitions in the source's words, most specific first. */
  categories: string[]
  when: FixtureTime
  timeKnown: boolean
  dateConfirmed: boolean
  /** The day from which the source moved the event, `YYYY-MM-DD`. */
  previousDay: string | null
  venue: SourceVenue | null
  status: 'scheduled' | 'postponed' | 'cancelled' | null
  /** The source explicitly states that the event has moved. */
  isMoved: boolean
  /** Only updates a known event, and never adds one. */
  onlyIfKnown: boolean
  isDeclaredNew?: true
  /** The row of a file whose competition is known, which is resolved by its own rules. */
  fixture?: Fixture
}

export interface SourceVenue {
  name: string
  /** City, country or any other place the source names with the venue. */
  places: string[]
  countryCode: string | null
}

export function refKeyOf({ source, ref }: Pick<SourceEvent, 'source' | 'ref'>): string {
  return `${source}\n${ref}`
}

/** The event that a feed's fixture describes, in the form in which unmatched events are stored. */
export function sourceEventOf(fixture: Fixture): SourceEvent {
  const { identity, performers, source, venue } = fixture
  if (!source) throw new RangeError('an event of a feed needs an id')
  return {
    source: source.name,
    ref: source.id,
    version: source.version,
    title: identity.title,
    teams: 'home' in identity ? { home: identity.home, away: identity.away } : null,
    artists: performers.filter(({ role }) => role === 'performer').map(({ name }) => name),
    categories: [...(fixture.competition === null ? [] : [fixture.competition]), ...fixture.categories],
    when: fixture.when,
    timeKnown: fixture.timeKnown,
    dateConfirmed: fixture.dateConfirmed,
    previousDay: fixture.previousDay,
    venue: venue && { name: venue.name, places: venue.places, countryCode: venue.countryCode },
    status: fixture.status,
    isMoved: fixture.isChange,
    onlyIfKnown: fixture.onlyIfKnown,
  }
}

/** Date and time as one comparable string. */
export function timeKeyOf({ when, timeKnown }: SourceEvent): string {
  return JSON.stringify([when, timeKnown])
}
