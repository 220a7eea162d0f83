import type { SlotTest } from '../filters/compile-filter.ts'

export const passed = 1
const refused = 2

/** What a filter says of each slot, remembered; read in loops over every record, so it is a table first. */
export interface SlotFilter {
  /** By slot: 1 passes, 2 does not, 0 has not been asked. */
  said: Uint8Array
  /** Asks, and remembers. */
  judge(slot: number): number
}

/** A filter over so many slots. What an earlier one said holds: a slot is never used again for another record. */
export function createSlotFilter(test: SlotTest, slots: number, earlier: SlotFilter | undefined): SlotFilter {
  const isRoomy = earlier !== undefined && earlier.said.length >= slots
  const said = isRoomy ? earlier.said : new Uint8Array(slots + spareSlots)
  if (earlier && !isRoomy) said.set(earlier.said)
  return {
    said,
    judge(slot) {
      const answer = test(slot) ? passed : refused
      said[slot] = answer
      return answer
    },
  }
}

/** So that not every change makes the table of a filter too small. */
const spareSlots = 4096

/** Lets everything pass. */
export const openFilter: SlotFilter = { said: new Uint8Array(0), judge: () => passed }
/** Lets nothing pass. */
export const shutFilter: SlotFilter = { said: new Uint8Array(0), judge: () => refused }
