import type { Matches } from '../match-terms.ts'
import { eachSlot, setBit, type Bits } from '../postings/bits.ts'
import type { Turns } from '../turns.ts'
import type { MatchReader } from './match-reader.ts'
import type { MatchStates } from './match-states.ts'
import type { RecordOrder } from './record-order.ts'

/** Records, or words of 32 records, between two looks at the clock. */
const step = 1024

interface MatchesToRank {
  matches: Matches
  reader: MatchReader
  states: MatchStates
  order: RecordOrder
}

/**
 * The slots of the `count` best matches, best first. Counts how many matches have each key, then reads the records
 * with a key that is good enough; the order of all records decides among those with the last key.
 */
export async function bestByState(
  { matches, reader, states, order }: MatchesToRank,
  count: number,
  turns: Turns,
): Promise<number[]> {
  const reached = new Uint32Array(matches.count)
  const { kinds } = reader
  let row = 0
  await eachMatch(matches, turns, (slot) => {
    reader.read(slot)
    let state = states.first
    for (let word = 0; word < kinds.length; word += 1) state = states.next(state, word, kinds[word] ?? 0)
    reached[row] = state
    row += 1
  })
  const keys = Float64Array.from({ length: states.count }, (_, state) => states.keyOf(state))
  const lastKey = keyOfPlace(reached, keys, count)

  const better: { slot: number; key: number }[] = []
  const equal: Bits = new Uint32Array(matches.bits?.length ?? 0)
  const equalSlots: number[] = []
  let equalCount = 0
  row = 0
  await eachMatch(matches, turns, (slot) => {
    const key = keys[reached[row] ?? 0] ?? 0
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

/** The key of the match at a place, when all are sorted. */
function keyOfPlace(reached: Uint32Array, keys: Float64Array, place: number): number {
  const counts = new Uint32Array(keys.length)
  for (const state of reached) counts[state] = (counts[state] ?? 0) + 1
  const states = Array.from(keys.keys()).filter((state) => (counts[state] ?? 0) > 0)
  states.sort((left, right) => (keys[left] ?? 0) - (keys[right] ?? 0))
  let before = 0
  for (const state of states) {
    before += counts[state] ?? 0
    if (before >= place) return keys[state] ?? 0
  }
  return Number.POSITIVE_INFINITY
}
