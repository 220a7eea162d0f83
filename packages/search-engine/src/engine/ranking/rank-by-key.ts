import type { Matches } from '../matching/match-terms.ts'
import { hasBit } from '../postings/bits.ts'
import type { Turns } from '../turns.ts'
import { createKeyGroups, type KeyGroups } from './key-groups.ts'
import type { PageRange } from './page-range.ts'
import type { RecordOrder } from './record-order.ts'

/** Matches whose keys are written at once. */
export const keysAtOnce = 2048
/** With fewer matches than this for each wanted one, the order of all records does not help. */
const minMatchesPerWanted = 4
/** How much longer than in an even distribution the best matches are looked for in the order of all records. */
const spread = 4
const maxWalked = 20_000

interface MatchesToRank {
  matches: Matches
  order: RecordOrder
  /** Smaller is better. */
  keyOf(slot: number): number
  /**
   * The keys of rows `from` to before `to`, at most {@link keysAtOnce}. Those above `most` may be smaller than they are,
   * but are still above it. Valid until the next call.
   */
  keysOf(range: PageRange, most: number): Float64Array
  /** No key is smaller. */
  smallestKey: number
}

/**
 * The slots of one page of matches. Equally good ones form a group; the order of all records decides in it, and only
 * for the groups on the page.
 */
export async function pageByKey(toRank: MatchesToRank, range: PageRange, turns: Turns): Promise<number[]> {
  const first = firstWithSmallestKey(toRank, range.to)
  if (first) return first.slice(range.from)
  const { matches, order } = toRank
  const groups = createKeyGroups(matches.count)
  await groupByKey(toRank, groups, range.to, turns)
  return groups.on(range, matches.slots).flatMap(({ slots, from, to }) => order.range(slots, from, to))
}

/**
 * The first `count` matches when all of them match as well as is possible: looks at the first records in the order of
 * all. Undefined when there are not enough, or when this would take long.
 */
function firstWithSmallestKey(
  { matches, order, keyOf, smallestKey }: MatchesToRank,
  count: number,
): number[] | undefined {
  const { bits } = matches
  if (!bits) return undefined
  const { sorted } = order
  const evenly = Math.ceil((sorted.length * count) / matches.count)
  if (evenly * minMatchesPerWanted > sorted.length) return undefined
  const limit = Math.min(evenly * spread, maxWalked)
  const isBest = (slot: number) => keyOf(slot) === smallestKey
  const found: number[] = []
  for (let at = 0; at < limit && found.length < count; at += 1) {
    const slot = sorted[at] ?? 0
    if (hasBit(bits, slot) && isBest(slot)) found.push(slot)
  }
  return found.length < count ? undefined : order.withNewer(found, order.newerIn(bits).filter(isBest), count)
}

/** Puts each match into the group of its key, except those that are certainly not among the `count` best. */
async function groupByKey(
  { matches, keysOf }: MatchesToRank,
  groups: KeyGroups,
  count: number,
  turns: Turns,
): Promise<void> {
  let worstKey = Number.POSITIVE_INFINITY
  let nextLook = keysAtOnce
  for (let from = 0; from < matches.count; from += keysAtOnce) {
    const to = Math.min(from + keysAtOnce, matches.count)
    groups.add(from, keysOf({ from, to }, worstKey).subarray(0, to - from), worstKey)
    if (turns.isTurnOver()) await turns.takeTurn()
    if (to < nextLook) continue
    worstKey = groups.keyAt(count - 1)
    nextLook *= 2
  }
}
