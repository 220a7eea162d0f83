import { grownBits, hasBit, intersect, setBit, type Bits } from '../postings/bits.ts'
import type { SlotFilter } from './slot-filter.ts'
import type { Store } from '../store.ts'

/** A filter that only slots of the set pass. */
export function withinSlots(
  filter: SlotFilter | undefined,
  allowed: Bits | undefined,
): SlotFilter | undefined {
  if (!allowed) return filter
  return {
    passes: (slot) => hasBit(allowed, slot) && (filter?.passes(slot) ?? true),
    async complete(turns) {
      const bits = allowed.slice()
      const passed = await filter?.complete(turns)
      if (passed) intersect(bits, passed)
      return bits
    },
  }
}

/** Slots between two looks at the clock: a test may compare with thousands of corners. */
const step = 32

/** A filter that only slots which pass the test too pass. */
export function withTest(
  store: Store,
  filter: SlotFilter | undefined,
  test: ((slot: number) => boolean) | undefined,
): SlotFilter | undefined {
  if (!test) return filter
  return {
    passes: (slot) => (filter?.passes(slot) ?? true) && test(slot),
    async complete(turns) {
      const passed = await filter?.complete(turns)
      let bits: Bits = new Uint32Array(0)
      for (let slot = 0; slot < store.slots; slot += 1) {
        if (slot % step === 0) {
          bits = grownBits(bits, store.slots)
          if (turns.isTurnOver()) await turns.takeTurn()
        }
        if ((!passed || hasBit(passed, slot)) && test(slot)) setBit(bits, slot)
      }
      return bits
    },
  }
}
