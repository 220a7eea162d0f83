import type { Reading } from '@terrace/domain/search/event-search'
import type { EventPart } from '@terrace/domain/search/query-part'
import { widerReadings } from '@terrace/domain/search/wider-readings'
import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'
import { wordsOf, type AppliedReading, type LeftOut, type Understood } from './reading.ts'
import { eventsRequest, runRequests } from './search-index.ts'
import type { SearchState } from './search-state.ts'

/** The first reading that matches something: the same words as text, then those that leave something out. */
export async function findWiderReading(
  searchState: SearchState,
  understood: Understood,
): Promise<AppliedReading | undefined> {
  const words = wordsOf(understood.event_text)
  const isLiteral = endsWithStage(understood)
  const asWords = understood.parts.length > 0 && words.length > 0 ? [{ parts: [], words, isLiteral }] : []
  const candidates = [...asWords, ...widerReadings(understood)]
  if (candidates.length === 0) return undefined
  const counts = await countReadings(searchState, candidates)
  const index = counts.findIndex((count) => count > 0)
  const reading = candidates[index]
  if (!reading) return undefined
  const isAsText = index < asWords.length
  return { understood, reading, isAsText, leftOut: isAsText ? undefined : leftOutOf(understood, reading) }
}

/** "final" means the stage rather than the beginning of a name such as Financial. */
function endsWithStage({ parts, words }: Reading): boolean {
  const stageEnd = Math.max(...parts.map(({ kind, to }) => (kind === 'stage' ? to : -1)))
  return stageEnd >= 0 && [...parts, ...words].every(({ to }) => to <= stageEnd)
}

/** How many events each reading matches. */
async function countReadings(searchState: SearchState, readings: readonly Reading[]): Promise<number[]> {
  const results = await runRequests(
    readings.map((reading) => ({ ...eventsRequest(searchState, reading), hitsPerPage: 0 })),
  )
  return results.map(({ nbHits = 0 }) => nbHits)
}

function leftOutOf(understood: Reading, reading: Reading): LeftOut {
  const kept = new Set([...reading.parts, ...reading.words].map(({ from }) => from))
  return {
    parts: [...understood.parts, ...understood.words]
      .filter(({ from }) => !kept.has(from))
      .toSorted((left, right) => left.from - right.from),
    asked: described(understood),
    kept: described(reading),
  }
}

function described({ parts, words }: Reading): string {
  const dates = parts.filter(({ kind }) => kind === 'date').map(datePhrase)
  const others = [...parts.filter(({ kind }) => kind !== 'date'), ...words]
    .toSorted((left, right) => left.from - right.from)
    .map(({ text }) => text)
    .join(' ')
  return [...(others === '' ? [] : [inQuotationMarks(others)]), ...dates].join(' ')
}

/** 'in May 2027', 'on Sat 3 Apr 2027 or Thu 4 Mar 2027'. */
function datePhrase({ label, alternatives }: EventPart): string {
  const isDay = /^(?:\d|Mon|Tue|Wed|Thu|Fri|Sat|Sun) ?/.test(label)
  return `${isDay ? 'on' : 'in'} ${[label, ...alternatives].join(' or ')}`
}
