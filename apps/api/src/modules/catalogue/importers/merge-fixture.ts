import type { EventStatus } from '@terrace/domain/event-status'
import type { ResolvedFixture } from './resolve-fixtures.ts'

/** What is stored of an event, as far as a source can change it. */
export interface StoredFixture {
  id: number
  title: string
  venueId: number
  timezone: string
  round: string | null
  sourceLocal: string
  firstSourceLocal: string | null
  timeKnown: boolean
  timeConfirmed: boolean
  dateConfirmed: boolean
  status: EventStatus
  shiftWeeks: number
  localAt: string
  performers: ResolvedFixture['performers']
}

export interface Merged {
  sourceLocal: string
  firstSourceLocal: string | null
  timeKnown: boolean
  status: StoredFixture['status']
  /** The source has moved the event. */
  isMoved: boolean
  /** The file is older than what is stored: the stored date stays. */
  isStale: boolean
}

/** What becomes of a stored event when a source speaks of it again. Pure; the writer compares and writes. */
export function mergeFixture(stored: StoredFixture, incoming: ResolvedFixture): Merged {
  // A season's file that still gives the date from which the event was moved away has not heard of the move.
  const isStale =
    !incoming.isChange &&
    stored.firstSourceLocal !== null &&
    incoming.sourceLocal.slice(0, 10) === stored.firstSourceLocal.slice(0, 10) &&
    incoming.sourceLocal !== stored.sourceLocal
  if (isStale) return { ...stored, isMoved: false, isStale }
  const isOther = incoming.sourceLocal !== stored.sourceLocal
  const isOtherDay = incoming.sourceLocal.slice(0, 10) !== stored.sourceLocal.slice(0, 10)
  // A kick-off that was a placeholder is not moved when its real time comes out.
  const isMoved = isOther && (incoming.isChange || isOtherDay || (stored.timeConfirmed && incoming.timeKnown))
  return {
    sourceLocal: incoming.sourceLocal,
    firstSourceLocal: isMoved ? (stored.firstSourceLocal ?? stored.sourceLocal) : stored.firstSourceLocal,
    timeKnown: incoming.timeKnown,
    status: statusAfter(stored, incoming, isMoved),
    isMoved,
    isStale,
  }
}

function statusAfter(
  stored: StoredFixture,
  incoming: ResolvedFixture,
  isMoved: boolean,
): StoredFixture['status'] {
  if (incoming.status !== 'scheduled') return incoming.status
  if (isMoved) return 'rescheduled'
  // A season's file does not say of a match that it takes place: it lists it, whatever another source has called off.
  const isOff = stored.status === 'cancelled' || stored.status === 'postponed'
  if (isOff && !incoming.isChange) return stored.status
  // Having been moved stays known.
  return stored.status === 'rescheduled' ? 'rescheduled' : 'scheduled'
}
