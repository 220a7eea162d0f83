import type { SourceEvent } from '../importers/event-sources/source-event.ts'
import type { Missing } from '../importers/event-sources/match-names.ts'
import type { SourceClaim } from '../importers/event-sources/event-sources.repo.ts'
import type { EventValues, StoredEvent } from './event-values.ts'

/**
 * What a run does with a row, in the order of the report. `removed` and `kept`: an undo takes the event back, or leaves
 * it as it is. `missing`: the catalogue has the event, the file of the season does not.
 */
export const outcomes = [
  'new',
  'moved',
  'changed',
  'cancelled',
  'removed',
  'kept',
  'unchanged',
  'waiting',
  'missing',
  'skipped',
  'invalid',
] as const
export type Outcome = (typeof outcomes)[number]

export type Counts = Partial<Record<Outcome, number>>

/** Outcomes that change stored events when the run becomes visible. */
export const changingOutcomes: readonly Outcome[] = ['moved', 'changed', 'cancelled']

export interface ImportRun {
  id: number
  kind: string
  fileName: string
  /** `staged`: complete and invisible. `applied`: visible. `settled`: applied, with nothing left to do. */
  state: 'staging' | 'staged' | 'applied' | 'settled' | 'undone' | 'discarded'
  undoesRunId: number | null
  counts: Counts
  startedBy: string
  startedAt: Date
  appliedAt: Date | null
}

/** A row as a run stages it. */
export interface ImportRow {
  /** `null` for events that the file does not have. */
  line: number | null
  outcome: Outcome
  reason: string | null
  eventId: number | null
  title: string | null
  /** Date and time at the venue, `YYYY-MM-DDTHH:mm`. */
  localAt: string | null
  /** The stored event, where the row changes it. */
  before: StoredEvent | null
  after: EventValues | WaitingEntry | null
  link: RowLink | null
}

/** A row that waits for a decision, as `unmatched_events` stores it. */
export interface WaitingEntry {
  entry: SourceEvent
  missing: Missing[]
  fileName: string
  line: number
}

/** What settling does with the source's reference of a row. */
export interface RowLink {
  source: string
  ref: string
  /** What the source says now, stored with the row's event; `null` leaves `event_sources` as it is. */
  claim: SourceClaim | null
  /** What the reference meant until now, for an undo. */
  before: { eventId: number; claim: SourceClaim } | null
  /** Whether the row waited for a decision until now. */
  wasWaiting: boolean
}

/** Rows that change something when the run is applied. */
export const countAppliedRows = (counts: Counts): number =>
  countRows(counts, [...changingOutcomes, 'new', 'removed'])

/** Rows that change stored events when the run becomes visible. */
export const countChangedEvents = (counts: Counts): number => countRows(counts, changingOutcomes)

function countRows(counts: Counts, included: readonly Outcome[]): number {
  return included.reduce((sum, outcome) => sum + (counts[outcome] ?? 0), 0)
}
