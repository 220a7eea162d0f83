import { compileFilter, type SlotTest } from '../filters/compile-filter.ts'
import type { Filter } from '../filters/filter.ts'
import { grownBits, hasBit, setBit, type Bits } from './postings/bits.ts'
import type { Store } from './store.ts'
import type { Turns } from './turns.ts'

/** The records that pass a filter. Slots are never reused, so a decision stays true. */
export interface SlotFilter {
  passes(slot: number): boolean
  /** Decides every slot, for searches with many matches; resolves to one bit for each slot that passes. */
  complete(turns: Turns): Promise<Bits>
}

/** Slots between two looks at the clock. */
const step = 1024

export function createSlotFilter(store: Store, filter: Filter): SlotFilter {
  let bits: Bits = new Uint32Array(0)
  let decided = 0
  let test: SlotTest = () => false
  let compiledFor = -1

  function currentTest(): SlotTest {
    // A compiled filter does not know columns and values that were added after it.
    if (compiledFor !== store.slots) test = compileFilter(store, filter)
    compiledFor = store.slots
    return test
  }

  function decide(to: number): void {
    const isMatch = currentTest()
    for (; decided < to; decided += 1) if (isMatch(decided)) setBit(bits, decided)
  }

  return {
    passes: (slot) => (slot < decided ? hasBit(bits, slot) : currentTest()(slot)),
    async complete(turns) {
      while (decided < store.slots) {
        bits = grownBits(bits, store.slots)
        decide(Math.min(decided + step, store.slots))
        if (turns.isTurnOver()) await turns.takeTurn()
      }
      return bits
    },
  }
}
