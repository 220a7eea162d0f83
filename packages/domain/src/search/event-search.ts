import type { DayRange, EventPart, EventPartKind, SearchWord } from './query-part.ts'

/**
 * One way to read the typed text: the parts that have a meaning, such as a date or a venue, and the remaining words. Events
 * must match all of them.
 */
export interface Reading {
  parts: readonly EventPart[]
  words: readonly SearchWord[]
  /** Words are matched whole and as typed: not as the beginning of longer words, and without typos. */
  isLiteral?: boolean
}

/** How understood parts and words become a search of the event index, embedded or hosted. */
export interface EventSearch {
  /** The names that were recognised, then the words to find. */
  query: string
  /** The words of the names. They only rank and highlight; what is found is decided by `facetFilters`. */
  optionalWords: string[]
  facetFilters: string[][]
  /** Condition on the date, for `filters`; '' for none. */
  dateFilter: string
  /** An order that comes before the index’s own; left out for that one. */
  ranking?: string[]
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
    // Who asks for a team’s home or away games means the next ones, not those in demand.
    ...(parts.some(({ kind }) => kind === 'side') && { ranking: ['asc(event_date_local)'] }),
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
