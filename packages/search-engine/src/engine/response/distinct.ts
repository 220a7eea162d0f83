import type { FacetColumn } from '../columns/columns.ts'
import type { Matches } from '../matching/match-terms.ts'
import type { SearchResult } from '../search.ts'

/** The matches by the value of `attributeForDistinct`. Records without one are groups of their own. */
export interface Groups {
  /** How many records of a group a page shows. */
  perGroup: number
  count: number
  /** The matches with one record of each group. */
  representatives: Matches
  /** Undefined for a group of its own. */
  codeOf(slot: number): number | undefined
}

const maxPerGroup = 4

/** Undefined unless `distinct` asks for groups. */
export function groupsOf({ store, matches, optionOf }: SearchResult): Groups | undefined {
  const distinct = optionOf('distinct')
  const attribute = store.settings['attributeForDistinct']
  const perGroup = Math.min(maxPerGroup, Number(distinct === 'true' || distinct))
  if (typeof attribute !== 'string' || !(perGroup >= 1)) return undefined
  const column = store.facetColumn(attribute)
  if (!column) return undefined
  const codeOf = (slot: number) => firstCode(column, slot)
  const seen = new Uint8Array(column.values.length)
  const slots = matches.slots.filter((slot) => {
    const code = codeOf(slot)
    if (code === undefined) return true
    const isFirst = seen[code] === 0
    seen[code] = 1
    return isFirst
  })
  const representatives = { ...matches, bits: undefined, slots, count: slots.length }
  return { perGroup, count: slots.length, representatives, codeOf }
}

function firstCode(column: FacetColumn, slot: number): number | undefined {
  let first: number | undefined
  column.each(slot, (code) => (first ??= code))
  return first
}

/** Matches that are ranked at most; in larger results, a group may show fewer records than it has. */
const maxRanked = 20_000

/** The best records of the groups from `from` to before `to`, the groups in the order of their best records. */
export async function bestOfGroups(
  { perGroup, codeOf }: Groups,
  best: (count: number) => Promise<readonly number[]>,
  { from, to, total }: { from: number; to: number; total: number },
): Promise<number[][]> {
  const most = Math.min(total, maxRanked)
  for (let size = Math.min(most, Math.max(100, to * 4)); ; size = Math.min(most, size * 4)) {
    const groups = new Map<number, number[]>()
    for (const slot of await best(size)) {
      // Slots of groups of their own get numbers that no code has.
      const key = codeOf(slot) ?? -1 - slot
      const group = groups.get(key)
      if (!group) groups.set(key, [slot])
      else if (group.length < perGroup) group.push(slot)
    }
    // Further members of a shown group may rank lower.
    const isComplete = groups.size >= to && perGroup === 1
    if (isComplete || size === most) return [...groups.values()].slice(from, to)
  }
}
