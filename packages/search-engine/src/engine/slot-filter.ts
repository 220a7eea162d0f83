import type { SlotTest } from '../filters/compile-filter.ts'

export const passed = 1
const rejected = 2

/** A filter that caches its decision for each slot. Loops over all records read the table directly. */
export interface SlotFilter {
  /** By slot: 1 passes, 2 does not, 0 is undecided. */
  decisions: Uint8Array
  /** Evaluates the slot and caches the decision. */
  decide(slot: number): number
}

/** Keeps the decisions of `earlier`: slots are never reused, so they stay true. */
export function createSlotFilter(test: SlotTest, slots: number, earlier: SlotFilter | undefined): SlotFilter {
  const hasCapacity = earlier !== undefined && earlier.decisions.length >= slots
  const decisions = hasCapacity ? earlier.decisions : new Uint8Array(slots + spareSlots)
  if (earlier && !hasCapacity) decisions.set(earlier.decisions)
  return {
    decisions,
    decide(slot) {
      const decision = test(slot) ? passed : rejected
      decisions[slot] = decision
      return decision
    },
  }
}

/** Spare capacity, so that most changes need no new table. */
const spareSlots = 4096

export const matchEverything: SlotFilter = { decisions: new Uint8Array(0), decide: () => passed }
export const matchNothing: SlotFilter = { decisions: new Uint8Array(0), decide: () => rejected }
