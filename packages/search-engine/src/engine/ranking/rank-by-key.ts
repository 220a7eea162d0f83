import type { Matches } from '../matching/match-terms.ts'
import { eachSlot, setBit, type Bits } from '../postings/bits.ts'
import type { Turns } from '../turns.ts'
import type { RecordOrder } from './record-order.ts'
import { pushToHeap, replaceWorst } from './worst-first-heap.ts'

/** Records, or words of 32 records, between two looks at the clock. */
const step = 1024

interface MatchesToRank {
  matches: Matches
  /** Smaller is better. Asked for in ascending order of slots. */
  keyOf(slot: number): number
  order: RecordOrder
}

/**
 * The slots of the `count` best matches, best first. Finds the key of the last one, then reads the records with
 * a key that is good enough; the order of all records decides among those with the last key.
 */
export async function bestByKey(
  { matches, keyOf, order }: MatchesToRank,
  count: number,
  turns: Turns,
): Promise<number[]> {
  const keys = new Float64Array(matches.count)
  /** The best keys, the worst of them first. */
  const best: number[] = []
  let row = 0
  await eachMatch(matches, turns, (slot) => {
    const key = keyOf(slot)
    keys[row] = key
    row += 1
    if (best.length < count) pushToHeap(best, key, byNumber)
    else if (key < (best[0] ?? 0)) replaceWorst(best, key, byNumber)
  })
  const lastKey = best[0] ?? Number.POSITIVE_INFINITY

  const better: { slot: number; key: number }[] = []
  const equal: Bits = new Uint32Array(matches.bits?.length ?? 0)
  const equalSlots: number[] = []
  let equalCount = 0
  row = 0
  await eachMatch(matches, turns, (slot) => {
    const key = keys[row] ?? 0
    row += 1
    if (key > lastKey) return
    if (key < lastKey) {
      better.push({ slot, key })
      return
    }
    equalCount += 1
    if (matches.bits) setBit(equal, slot)
    else equalSlots.push(slot)
  })
  const compareRecords = order.comparer()
  better.sort((left, right) => left.key - right.key || compareRecords(left.slot, right.slot))
  const wanted = Math.min(count, matches.count) - better.length
  const last = matches.bits
    ? order.first(equal, equalCount, wanted)
    : order.firstOf(Uint32Array.from(equalSlots), wanted)
  return [...better.map(({ slot }) => slot), ...last]
}

const noSlots = new Uint32Array(0)

async function eachMatch(matches: Matches, turns: Turns, visit: (slot: number) => void): Promise<void> {
  const { bits } = matches
  // Listing the slots of bits would take as long as ranking them.
  const slots = bits ? noSlots : matches.slots
  const length = bits ? bits.length : slots.length
  for (let from = 0; from < length; from += step) {
    const to = Math.min(from + step, length)
    if (bits) eachSlot(bits, from, to, visit)
    else for (let at = from; at < to; at += 1) visit(slots[at] ?? 0)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
}

const byNumber = (left: number, right: number): number => left - right
