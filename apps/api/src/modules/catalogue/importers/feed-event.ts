import type { Row } from './source-rows.ts'

type FeedSource = 'icalendar' | 'json-ld' | 'ticketmaster'

/**
 * What a feed says of one event, before anybody knows which of ours it is. Texts are clean, times are real; no name has
 * been looked up. Plain JSON, since it waits in `unmatched_events` where a name is not known.
 */
export interface FeedEvent {
  source: FeedSource
  /** The source's own name for the event: it stays when the event moves. */
  ref: string
  /** Which of two statements is the newer one, where the source counts. */
  version: { sequence: number; stamp: string } | null
  title: string
  teams: { home: string; away: string } | null
  artists: string[]
  /** What the source calls the kind or competition, the narrowest first. */
  categories: string[]
  when: FeedTime
  timeKnown: boolean
  dateConfirmed: boolean
  /** From which day the source says it was moved, 'YYYY-MM-DD'. */
  previousDay: string | null
  venue: FeedVenue | null
  /** Null where the source does not say. */
  status: 'scheduled' | 'postponed' | 'cancelled' | null
  /** The source says outright that the event has moved. */
  isMoved: boolean
  /** Says something of an event that is known, and nothing worth keeping of any other. */
  onlyIfKnown: boolean
  /** An operator has said that it is none of the events that we know. */
  isDeclaredNew?: true
}

/** As `FixtureTime`, in a form that JSON keeps. */
export type FeedTime =
  | { kind: 'local'; local: string }
  | { kind: 'zoned'; local: string; zone: string }
  | { kind: 'utc'; instant: string }

export interface FeedVenue {
  name: string
  /** Places that the source names beside it: a city, a country, whatever comes after the commas. */
  places: string[]
  countryCode: string | null
}

/** One text for what a source calls one of its events. */
export function refKeyOf({ source, ref }: Pick<FeedEvent, 'source' | 'ref'>): string {
  return `${source}\n${ref}`
}

/** What is said at most about one source's event in one file: the newest version, else the last line. */
export function newestOf(rows: readonly Row<FeedEvent>[]): {
  rows: Row<FeedEvent>[]
  older: Row<FeedEvent>[]
} {
  const newest = new Map<string, Row<FeedEvent>>()
  const older: Row<FeedEvent>[] = []
  for (const row of rows) {
    const key = refKeyOf(row.value)
    const known = newest.get(key)
    if (known && isNewer(known.value.version, row.value.version)) older.push(row)
    else {
      if (known) older.push(known)
      newest.set(key, row)
    }
  }
  return { rows: [...newest.values()], older }
}

/** Whether `left` is a later statement than `right`; two that do not count are as good as each other. */
export function isNewer(left: FeedEvent['version'], right: FeedEvent['version']): boolean {
  if (!left || !right) return false
  if (left.sequence !== right.sequence) return left.sequence > right.sequence
  return left.stamp > right.stamp
}

/** The date as one text, to be compared with what the source said before. */
export function momentOf({ when, timeKnown }: FeedEvent): string {
  return JSON.stringify([when, timeKnown])
}
