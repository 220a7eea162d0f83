import type { Row } from '../source-rows.ts'

type SourceFormat = 'icalendar' | 'json-ld' | 'ticketmaster'

/**
 * One event of a source before it is matched, with clean texts and valid times. Plain JSON, because unmatched events
 * are stored in `unmatched_events`.
 */
export interface SourceEvent {
  source: SourceFormat
  /** The source's own id, which stays the same when the event moves. */
  ref: string
  /** Orders two versions of an event, when the source numbers them. */
  version: { sequence: number; timestamp: string } | null
  title: string
  teams: { home: string; away: string } | null
  artists: string[]
  /** Genres or competitions in the source's words, most specific first. */
  categories: string[]
  when: SourceEventTime
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
}

/** Like `FixtureTime`, but serialisable as JSON. */
export type SourceEventTime =
  | { kind: 'local'; local: string }
  | { kind: 'zoned'; local: string; zone: string }
  | { kind: 'utc'; instant: string }

export interface SourceVenue {
  name: string
  /** City, country or any other place the source names with the venue. */
  places: string[]
  countryCode: string | null
}

export function refKeyOf({ source, ref }: Pick<SourceEvent, 'source' | 'ref'>): string {
  return `${source}\n${ref}`
}

/** Selects one row per reference: the newest version, or else the last line. `older` has the others. */
export function selectNewest(rows: readonly Row<SourceEvent>[]): {
  rows: Row<SourceEvent>[]
  older: Row<SourceEvent>[]
} {
  const newest = new Map<string, Row<SourceEvent>>()
  const older: Row<SourceEvent>[] = []
  for (const row of rows) {
    const key = refKeyOf(row.value)
    const previous = newest.get(key)
    if (previous && isNewer(previous.value.version, row.value.version)) older.push(row)
    else {
      if (previous) older.push(previous)
      newest.set(key, row)
    }
  }
  return { rows: [...newest.values()], older }
}

/** Whether `left` is newer than `right`; always false without versions. */
export function isNewer(left: SourceEvent['version'], right: SourceEvent['version']): boolean {
  if (!left || !right) return false
  if (left.sequence !== right.sequence) return left.sequence > right.sequence
  return left.timestamp > right.timestamp
}

/** Date and time as one comparable string. */
export function timeKeyOf({ when, timeKnown }: SourceEvent): string {
  return JSON.stringify([when, timeKnown])
}
