import { eachSlot } from '../postings/bits.ts'
import type { Matches } from '../matching/match-terms.ts'
import type { Turns } from '../turns.ts'
import { pushToHeap, replaceWorst } from './worst-first-heap.ts'

/** Records between two looks at the clock. */
const step = 2048

export interface SortedMatch {
  slot: number
  /** Smaller is better, among matches that the sort orders do not distinguish. */
  key: number
}

interface MatchesToSort {
  matches: Matches
  keyOf(slot: number): number
  /** Negative when `left` comes first. */
  compare(left: SortedMatch, right: SortedMatch): number
}

/** The slots of the `count` first matches in an order in which the quality of a match does not come first. */
export async function firstInOrder(
  { matches, keyOf, compare }: MatchesToSort,
  count: number,
  turns: Turns,
): Promise<number[]> {
  const heap: SortedMatch[] = []
  const visit = (slot: number) => {
    const candidate = { slot, key: keyOf(slot) }
    const [worst] = heap
    if (heap.length < count) pushToHeap(heap, candidate, compare)
    else if (worst && compare(candidate, worst) < 0) replaceWorst(heap, candidate, compare)
  }
  const { bits } = matches
  const length = bits ? bits.length : matches.slots.length
  const size = bits ? step / 32 : step
  for (let from = 0; from < length; from += size) {
    const to = Math.min(from + size, length)
    if (bits) eachSlot(bits, from, to, visit)
    else for (let row = from; row < to; row += 1) visit(matches.slots[row] ?? 0)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  return heap.toSorted(compare).map(({ slot }) => slot)
}
