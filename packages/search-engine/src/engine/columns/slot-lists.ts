import { createSlotIntegers } from './slot-numbers.ts'

/** Lists of numbers for the slots that have several, in one array instead of one per slot. */
export interface SlotLists {
  readonly isEmpty: boolean
  put(slot: number, numbers: readonly number[]): void
  /** Empty where the slot has no list. */
  get(slot: number): readonly number[]
}

const none: readonly number[] = []

export function createSlotLists(): SlotLists {
  // By slot: 0 without a list, otherwise the place of its length, followed by its numbers.
  const places = createSlotIntegers()
  let pool = new Float64Array(0)
  let end = 1
  return {
    get isEmpty() {
      return end === 1
    },
    put(slot, numbers) {
      if (end + numbers.length >= pool.length) {
        const larger = new Float64Array(Math.ceil((end + numbers.length + 256) * 1.25))
        larger.set(pool)
        pool = larger
      }
      places.set(slot, end)
      pool[end] = numbers.length
      pool.set(numbers, end + 1)
      end += numbers.length + 1
    },
    get(slot) {
      const place = places.get(slot)
      if (place === 0) return none
      return Array.from(pool.subarray(place + 1, place + 1 + (pool[place] ?? 0)))
    },
  }
}
