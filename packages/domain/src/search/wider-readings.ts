import type { Reading } from './event-search.ts'
import type { EventPart, EventPartKind, SearchWord } from './query-part.ts'

/** What a search asks for; parts and words can be left out one by one. */
type Constraint = { kind: 'part'; part: EventPart } | { kind: 'word'; word: SearchWord }

/** How much is lost by leaving it out: people mean a performer more than a stage or a date. */
const weights: Readonly<Record<EventPartKind | 'word', number>> = {
  stage: 1,
  side: 1,
  date: 2,
  word: 4,
  country: 6,
  city: 7,
  venue: 8,
  competition: 9,
  rivalry: 12,
  performer: 12,
}
/** Each is one query of the same call. */
const maxCandidates = 16

/** Readings that leave something out, least first. A stage names no event, so then the last one leaves out everything. */
export function widerReadings({ parts, words }: Reading): Reading[] {
  const constraints = [
    ...parts.map((part): Constraint => ({ kind: 'part', part })),
    // Of several words, the last is the least certain.
    ...words.toReversed().map((word): Constraint => ({ kind: 'word', word })),
  ].toSorted((left, right) => weightOf(left) - weightOf(right))
  const single = constraints.map((_, index) => constraints.toSpliced(index, 1))
  const growing = constraints.map((_, index) => constraints.slice(index))
  const alone = constraints.map((each) => [each])
  const lost = (kept: readonly Constraint[]) =>
    constraints.reduce((sum, each) => (kept.includes(each) ? sum : sum + weightOf(each)), 0)
  const seen = new Set<string>()
  const hasStage = parts.some(({ kind }) => kind === 'stage')
  const readings = [...single, ...growing, ...alone]
    .filter((kept) => {
      const key = kept.map((each) => constraints.indexOf(each)).join()
      if (kept.length === 0 || kept.length === constraints.length || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .toSorted((left, right) => lost(left) - lost(right))
    .slice(0, maxCandidates)
    .map(readingOf)
  return hasStage ? [...readings, { parts: [], words: [] }] : readings
}

const weightOf = (constraint: Constraint): number =>
  weights[constraint.kind === 'word' ? 'word' : constraint.part.kind]

/** What is kept, in the order in which it was typed. */
function readingOf(kept: readonly Constraint[]): Reading {
  const parts = kept.flatMap((each) => (each.kind === 'part' ? [each.part] : []))
  const words = kept.flatMap((each) => (each.kind === 'word' ? [each.word] : []))
  const inOrder = (left: { from: number }, right: { from: number }) => left.from - right.from
  return { parts: parts.toSorted(inOrder), words: words.toSorted(inOrder) }
}
