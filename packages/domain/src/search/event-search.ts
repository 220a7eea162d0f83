import type { DayRange, EventPart, EventPartKind, QueryWord } from './query-part.ts'

/** Parts and words that events must match. */
export interface Reading {
  parts: readonly EventPart[]
  words: readonly QueryWord[]
}

/** How understood parts and words become a search of the event index, embedded or hosted. */
export interface EventSearch {
  /** The names that were recognised, then the words to find. */
  query: string
  /** Words of the names: they rank and highlight, the facets find. */
  optionalWords: string[]
  facetFilters: string[][]
  /** Condition on the date, for `filters`; '' for none. */
  dateFilter: string
}

/** Several of these mean any of them, unlike several performers. */
const anyOfKinds: ReadonlySet<EventPartKind> = new Set(['competition', 'venue', 'city', 'country', 'stage'])
/** Names whose words are in every record that their facet finds. */
const rankedKinds: ReadonlySet<EventPartKind> = new Set(['performer', 'venue', 'city'])

export function eventSearchOf({ parts, words }: Reading): EventSearch {
  const hasCity = parts.some(({ kind, alternatives }) => kind === 'city' || alternatives.includes('city'))
  const names = parts.flatMap(({ kind, name }) => {
    // A city and a month rank what happens there and then before a team of that name elsewhere.
    const isRanked = rankedKinds.has(kind) || (kind === 'date' && hasCity)
    return name !== undefined && isRanked ? [name] : []
  })
  return {
    query: [...names, ...words.map(({ text }) => text)].join(' '),
    optionalWords: names,
    facetFilters: facetFiltersOf(parts),
    dateFilter: dateFilterOf(parts.flatMap(({ ranges }) => ranges)),
  }
}

function facetFiltersOf(parts: readonly EventPart[]): string[][] {
  const shared = new Map<EventPartKind, string[]>()
  const filters: string[][] = []
  for (const { kind, facets } of parts) {
    if (!anyOfKinds.has(kind)) filters.push(...facets.map((list) => [...list]))
    else shared.set(kind, [...(shared.get(kind) ?? []), ...facets.flat()])
  }
  return [...filters, ...[...shared.values()].map((list) => [...new Set(list)])]
}

function dateFilterOf(ranges: readonly DayRange[]): string {
  const conditions = ranges.map(
    ({ start, end }) => `event_date_local:${secondsOf(start)} TO ${secondsOf(end) + 86_399}`,
  )
  return conditions.length > 1 ? `(${conditions.join(' OR ')})` : (conditions[0] ?? '')
}

const secondsOf = (day: string): number => Date.parse(day) / 1000

/** What a search asks for; parts and words can be left out one by one. */
type Constraint = { kind: 'part'; part: EventPart } | { kind: 'word'; word: QueryWord }

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

/** Readings that leave something out, least first. */
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
  return [...single, ...growing, ...alone]
    .filter((kept) => {
      const key = kept.map((each) => constraints.indexOf(each)).join()
      if (kept.length === 0 || kept.length === constraints.length || seen.has(key)) return false
      seen.add(key)
      return true
    })
    .toSorted((left, right) => lost(left) - lost(right))
    .slice(0, maxCandidates)
    .map(readingOf)
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
