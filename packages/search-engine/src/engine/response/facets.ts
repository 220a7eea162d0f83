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

/** Matches between two looks at the clock. */
const step = 16_384

/** The number of matches for each value of a facet, most frequent first. */
export async function countFacet(
  store: Store,
  name: string,
  matches: Matches,
  turns: Turns,
): Promise<Counted[]> {
  const column = store.facetColumn(name)
  if (!column) return []
  const counts = new Uint32Array(column.values.length)
  for (const part of partsOf(matches)) {
    column.countIn(counts, part)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const found: Counted[] = []
  for (const [code, value] of column.values.entries()) {
    const times = counts[code] ?? 0
    if (times > 0) found.push({ value, count: times })
  }
  return found.toSorted((left, right) => right.count - left.count || byText(left.value, right.value))
}

/** The matches in parts of at most `step` records. */
function* partsOf(matches: Matches) {
  const { bits, count } = matches
  if (bits) {
    for (let from = 0; from < bits.length; from += step / 32)
      yield { bits: bits.subarray(from, from + step / 32), firstSlot: from * 32, slots: none, count: 0 }
    return
  }
  for (let from = 0; from < count; from += step) {
    const slots = matches.slots.subarray(from, Math.min(from + step, count))
    yield { bits: undefined, firstSlot: 0, slots, count: slots.length }
  }
}

const none = new Uint32Array(0)

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
    const all = await countFacet(store, name, matches, turns)
    const limited = all.slice(0, options.maxValues)
    if (options.order === 'alpha') limited.sort((left, right) => byText(left.value, right.value))
    if (limited.length > 0) {
      counts.facets[name] = Object.fromEntries(limited.map(({ value, count }) => [value, count]))
    }
    const stats = await statsOf(store, name, matches, turns)
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

async function statsOf(store: Store, name: string, matches: Matches, turns: Turns) {
  const column = store.numberColumn(name)
  if (!column) return undefined
  let [min, max, sum, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0]
  for (let row = 0; row < matches.count; row += 1) {
    if (row % step === 0 && turns.isTurnOver()) await turns.takeTurn()
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
