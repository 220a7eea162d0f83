import { rangeLabel } from '@terrace/domain/search/calendar-days'
import type { NamedMeaning } from '@terrace/domain/search/name-index'
import type { DbOrTx } from '#api/db/transaction.ts'
import { labelOf } from '../quick-text/find-event.ts'
import type { EventHints } from '../quick-text/quick-line.ts'
import { findEvents, type DraftEvent } from './text-events.repo.ts'

/** What a draft's event is. */
export interface DraftMatch {
  key: string
  event: DraftEvent | null
  /** Why this event, when the draft does not name it exactly. */
  note: string | null
  /** Others that fit, the likeliest first. */
  candidates: DraftEvent[]
  /** Why there is no event. */
  problem: string | null
}

const maxCandidates = 5
const maxRead = 40

export const noEvent = (problem: string, key = ''): DraftMatch => ({
  key,
  event: null,
  note: null,
  candidates: [],
  problem,
})

/** The upcoming event that a line means, or those that it can mean. */
export async function matchHints(db: DbOrTx, hints: EventHints, now: Date): Promise<DraftMatch> {
  const { names, days, key } = hints
  if (names.length === 0)
    return noEvent('is missing. Write a team, an artist or a venue, such as Arsenal v Spurs', key)
  const { events, total } = await findEvents(db, { names, days, now }, maxRead)
  const fitting = events.filter((event) => isOnSide(event, hints) && isAtTime(event, hints))
  const [only, ...others] = fitting
  if (only && others.length === 0)
    return { ...noEvent('', key), event: only, note: noteOf(hints), problem: null }
  if (!only) return matchOtherDays(db, hints, now)
  const atHome = hints.side === null ? fitting.filter(({ homeId }) => isPerformer(names[0], homeId)) : []
  const [likely, second] = atHome
  if (likely && !second && names.length > 1) {
    const note = `${labelOf(names[0] ?? [])} is named first, so at home. The other match is below`
    return { ...noEvent('', key), event: likely, note, candidates: except(fitting, likely), problem: null }
  }
  const count = fitting.length < events.length ? fitting.length : total
  const advice = days.length === 0 ? 'Choose one, or add the date' : 'Choose one, or add the time'
  return {
    ...noEvent(`can be one of ${count} upcoming events. ${advice}`, key),
    candidates: [...atHome, ...fitting.filter((event) => !atHome.includes(event))].slice(0, maxCandidates),
  }
}

/** Nothing fits as typed: offers what fits without the day, time or side. */
async function matchOtherDays(db: DbOrTx, hints: EventHints, now: Date): Promise<DraftMatch> {
  const { names, days, key } = hints
  const { events } = await findEvents(db, { names, days: [], now }, maxCandidates)
  const named = names.map(labelOf).join(' and ')
  const on =
    days.length > 0
      ? ` on ${days.map(rangeLabel).join(' or ')}`
      : hints.time === null
        ? ''
        : ` at ${hints.time}`
  if (events.length > 0)
    return {
      ...noEvent(`is not clear: no event of ${named}${on}. Choose another one`, key),
      candidates: events,
    }
  return noEvent(`is not clear: no upcoming event of ${named} is on sale`, key)
}

const isPerformer = (meanings: readonly NamedMeaning[] | undefined, id: number | null) =>
  id !== null &&
  (meanings ?? []).some(({ kind, values }) => kind === 'performer' && values.includes(String(id)))

function isOnSide({ homeId }: DraftEvent, { names, side }: EventHints): boolean {
  if (side === null || homeId === null) return true
  return isPerformer(names[0], homeId) === (side === 'home')
}

const isAtTime = ({ localAt, timeKnown }: DraftEvent, { time }: EventHints) =>
  time === null || !timeKnown || localAt.endsWith(time)

/** Two names, a title or a day say which event; one name alone may mean another one later. */
function noteOf({ names, days }: EventHints): string | null {
  const isTitle = names.some((meanings) =>
    meanings.some(({ kind }) => kind === 'event' || kind === 'rivalry'),
  )
  return names.length > 1 || days.length > 0 || isTitle
    ? null
    : `The only upcoming event of ${labelOf(names[0] ?? [])}`
}

function except(events: readonly DraftEvent[], event: DraftEvent): DraftEvent[] {
  return events.filter(({ id }) => id !== event.id).slice(0, maxCandidates)
}
