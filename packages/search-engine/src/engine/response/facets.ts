import type { Matches } from '../matching/match-terms.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'

export interface FacetCounts {
  facets: Record<string, Record<string, number>>
  facets_stats: Record<string, { min: number; max: number; avg: number; sum: number }>
}

export interface FacetOptions {
  names: readonly string[]
  maxValues: number
  order: 'count' | 'alpha'
}

interface Counted {
  value: string
  count: number
}

/** The number of matches for each value of a facet, most frequent first. */
export function countFacet(store: Store, name: string, matches: Matches): Counted[] {
  const column = store.facetColumn(name)
  if (!column) return []
  const counts = new Uint32Array(column.values.length)
  column.countIn(counts, matches)
  const found: Counted[] = []
  for (const [code, value] of column.values.entries()) {
    const times = counts[code] ?? 0
    if (times > 0) found.push({ value, count: times })
  }
  return found.toSorted((left, right) => right.count - left.count || byText(left.value, right.value))
}

/** Counts the declared facets in the matches for each; undeclared and filter-only facets are skipped. */
export async function countFacets(
  store: Store,
  matchesFor: (facet: string) => Matches,
  turns: Turns,
  options: FacetOptions,
): Promise<FacetCounts> {
  const counts: FacetCounts = { facets: {}, facets_stats: {} }
  for (const name of requestedFacets(store, options.names)) {
    const matches = matchesFor(name)
    const all = countFacet(store, name, matches)
    const limited = all.slice(0, options.maxValues)
    if (options.order === 'alpha') limited.sort((left, right) => byText(left.value, right.value))
    if (limited.length > 0) {
      counts.facets[name] = Object.fromEntries(limited.map(({ value, count }) => [value, count]))
    }
    const stats = statsOf(store, name, matches)
    if (stats) counts.facets_stats[name] = stats
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return counts
}

function requestedFacets(store: Store, names: readonly string[]): string[] {
  const declared = [...store.parsedSettings.facets]
    .filter(([, { isFilterOnly }]) => !isFilterOnly)
    .map(([path]) => path)
  return names.includes('*') ? declared : declared.filter((path) => names.includes(path))
}

function statsOf(store: Store, name: string, matches: Matches) {
  const column = store.numberColumn(name)
  if (!column) return undefined
  let [min, max, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
  for (let row = 0; row < matches.count; row += 1) {
    for (const number of column.all(matches.slots[row] ?? 0)) {
      min = Math.min(min, number)
      max = Math.max(max, number)
      sum += number
      count += 1
    }
  }
  return count === 0 ? undefined : { min, max, avg: sum / count, sum }
}

function byText(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
