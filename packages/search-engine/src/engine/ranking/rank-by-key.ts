import type { Matches } from '../matching/match-terms.ts'
import { getOrMake } from '../memoize.ts'
import type { Turns } from '../turns.ts'
import type { RecordOrder } from './record-order.ts'
import { pushToHeap, replaceWorst } from './worst-first-heap.ts'

/** Records between two looks at the clock. */
const step = 16_384

interface MatchesToRank {
  matches: Matches
  /** Writes the key of each slot; smaller is better. The slots ascend. */
  writeKeys(slots: Uint32Array, keys: Float64Array): void
  order: RecordOrder
}

/**
 * The slots of the `count` best matches, best first. Finds the key of the last one, then reads the records with
 * a key that is good enough; the order of all records decides among equal keys.
 */
export async function bestByKey(
  { matches: { slots }, writeKeys, order }: MatchesToRank,
  count: number,
  turns: Turns,
): Promise<number[]> {
  const keys = new Float64Array(slots.length)
  for (let from = 0; from < slots.length; from += step) {
    writeKeys(slots.subarray(from, from + step), keys.subarray(from, from + step))
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const lastKey = largestOfBest(keys, count)
  if (turns.isTurnOver()) await turns.takeTurn()
  const betterSlots = new Map<number, number[]>()
  let betterCount = 0
  const equal = new Uint32Array(slots.length)
  let equalCount = 0
  for (let row = 0; row < keys.length; row += 1) {
    const key = keys[row] ?? 0
    if (key > lastKey) continue
    const slot = slots[row] ?? 0
    if (key === lastKey) {
      equal[equalCount] = slot
      equalCount += 1
    } else {
      getOrMake(betterSlots, key, () => []).push(slot)
      betterCount += 1
    }
  }
  if (turns.isTurnOver()) await turns.takeTurn()
  const better = [...betterSlots].toSorted(([left], [right]) => left - right)
  const wanted = Math.min(count, slots.length) - betterCount
  return [
    ...better.flatMap(([, each]) => order.firstOf(Uint32Array.from(each), each.length)),
    ...order.firstOf(equal.subarray(0, equalCount), wanted),
  ]
}

/** The largest of the `count` smallest keys. */
function largestOfBest(keys: Float64Array, count: number): number {
  /** The worst comes first. */
  const best: number[] = []
  for (const key of keys) {
    if (best.length < count) pushToHeap(best, key, byNumber)
    else if (key < (best[0] ?? 0)) replaceWorst(best, key, byNumber)
  }
  return best[0] ?? Number.POSITIVE_INFINITY
}

const byNumber = (left: number, right: number): number => left - right
