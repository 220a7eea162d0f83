/**
 * What every source of events is brought to before it is written. Names are as the source spells them; which
 * performer and venue they mean is found by alias when written, and an event is found again by what it is
 * (competition, season and pairing or name), never by its date.
 */
export interface Fixture {
  /** Slug of the competition, see competitions.ts. */
  competition: string
  season: string
  identity: { home: string; away: string } | { name: string; title: string }
  round: string | null
  when: FixtureTime
  /** False while the source gives the day only. */
  timeKnown: boolean
  dateConfirmed: boolean
  /** Undefined: the home team's ground. */
  venue: FixtureVenue | undefined
  /** Artists; teams stand in `identity`. */
  artists: string[]
  status: 'scheduled' | 'postponed' | 'cancelled'
  /** The source says outright that this event has moved. */
  isChange: boolean
}

/**
 * - `local`: wall time at the venue, 'YYYY-MM-DDTHH:mm'
 * - `zoned`: wall time in another zone (the NFL prints Eastern time whatever the ground)
 * - `utc`: an instant
 */
export type FixtureTime =
  | { kind: 'local'; local: string }
  | { kind: 'zoned'; local: string; zone: string }
  | { kind: 'utc'; instant: Date }

export interface FixtureVenue {
  name: string
  /** A name that no venue has: false → the home team's ground under a new name, true → a bad row. */
  required: boolean
}
