import { compileFilter, type SlotTest } from '../../filters/compile-filter.ts'
import type { Filter } from '../../filters/filter.ts'
import { getOrMake, memoizeByObject } from '../memoize.ts'
import { grownBits, hasBit, setBit, type Bits } from '../postings/bits.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'

/** The records that pass a filter. Slots are never reused, so a decision stays true. */
export interface SlotFilter {
  passes(slot: number): boolean
  /** Decides every slot, for searches with many matches; resolves to one bit for each slot that passes. */
  complete(turns: Turns): Promise<Bits>
}

/** Slots between two looks at the clock. */
const step = 1024

/**
 * The filter of several conditions that all must hold. Each is decided once for all filters that have it: most
 * searches share the date and differ in a place or a team.
 */
export function createSlotFilter(store: Store, filter: Filter): SlotFilter {
  const conditions = conditionsOf(filter).map((condition) => sharedCondition(store, condition))
  const [only] = conditions
  if (only && conditions.length === 1) return only
  let bits: Bits = new Uint32Array(0)
  let decided = 0
  return {
    passes(slot) {
      for (const condition of conditions) if (!condition.passes(slot)) return false
      return true
    },
    async complete(turns) {
      if (decided === store.slots) return bits
      let slots = -1
      let all: Bits[] = []
      // Records may be added while a condition takes turns.
      while (slots !== store.slots) {
        slots = store.slots
        all = []
        for (const condition of conditions) all.push(await condition.complete(turns))
      }
      bits = grownBits(bits, slots)
      intersectAll(bits, all, decided >>> 5)
      decided = slots
      return bits
    },
  }
}

function intersectAll(bits: Bits, all: readonly Bits[], fromWord: number): void {
  for (let word = fromWord; word < bits.length; word += 1) {
    let passing = -1
    for (const each of all) passing &= each[word] ?? 0
    bits[word] = passing
  }
}

function conditionsOf(filter: Filter): Filter[] {
  return filter.kind === 'and' ? filter.parts.flatMap(conditionsOf) : [filter]
}

const maxConditions = 128
const conditionsIn = memoizeByObject((_store: Store) => new Map<string, SlotFilter>())

function sharedCondition(store: Store, condition: Filter): SlotFilter {
  // JSON has no infinite numbers.
  const key = JSON.stringify(condition, (_, value: unknown) =>
    typeof value === 'number' ? String(value) : value,
  )
  return getOrMake(conditionsIn(store), key, () => createCondition(store, condition), maxConditions)
}

function createCondition(store: Store, filter: Filter): SlotFilter {
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
