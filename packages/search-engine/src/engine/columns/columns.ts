import { valuesAt, type SearchRecord } from '../records/record-values.ts'
import { createSlotLists } from './slot-lists.ts'
import type { Bits } from '../postings/bits.ts'
import { chunkOf, createSlotFloats, createSlotIntegers, placeInChunk } from './slot-numbers.ts'

/** The numbers of one attribute by slot. */
export interface NumberColumn {
  /** NaN where a record has no number, or several. */
  single(slot: number): number
  all(slot: number): readonly number[]
}

/** The values of one facet by slot. Each distinct value has a code. */
export interface FacetColumn {
  /** Values by code, spelled as first seen. */
  values: readonly string[]
  /** Case-insensitive. Undefined when no record has the value. */
  codeOf(value: string): number | undefined
  has(slot: number, code: number): boolean
  each(slot: number, visit: (code: number) => void): void
  /** Adds one to `counts[code]` for each value of each slot. */
  countIn(counts: Uint32Array, slots: SlotSet): void
}

/** Slots in ascending order, which are only listed when they are not known as bits. */
interface SlotSet {
  bits: Bits | undefined
  /** The slot of the first bit; a multiple of 32. */
  firstSlot: number
  readonly slots: Uint32Array
  count: number
}

/** Texts for sorting records whose sort attribute is not a number. */
export interface TextColumn {
  /** '' where a record has none. */
  text(slot: number): string
}

interface WritableColumn {
  put(slot: number, record: SearchRecord): void
}

export function createNumberColumn(): NumberColumn & {
  put(slot: number, numbers: readonly number[]): void
} {
  const singles = createSlotFloats()
  const several = createSlotLists()

  return {
    put(slot, numbers) {
      if (numbers.length === 1) singles.set(slot, numbers[0] ?? Number.NaN)
      else if (numbers.length > 1) several.put(slot, numbers)
    },
    single: singles.get,
    all(slot) {
      const number = singles.get(slot)
      return Number.isNaN(number) ? several.get(slot) : [number]
    },
  }
}

export function createFacetColumn(path: string): FacetColumn & WritableColumn {
  const values: string[] = []
  const codes = new Map<string, number>()
  /** The codes of values as they are spelled, which saves folding them. */
  const codesOfSpellings = new Map<string, number>()
  // 0 means no value, n means code n - 1.
  const singles = createSlotIntegers()
  const several = createSlotLists()

  function codeFor(value: string): number {
    const spelled = codesOfSpellings.get(value)
    if (spelled !== undefined) return spelled
    const key = value.toLowerCase()
    const code = codes.get(key) ?? values.push(value) - 1
    codes.set(key, code)
    codesOfSpellings.set(value, code)
    return code
  }

  function countSlot(counts: Uint32Array, slot: number, single: number): void {
    if (single !== 0) counts[single - 1] = (counts[single - 1] ?? 0) + 1
    else if (!several.isEmpty) for (const code of several.get(slot)) counts[code] = (counts[code] ?? 0) + 1
  }

  return {
    values,
    put(slot, record) {
      const all = valuesAt(record, path).map((value) => codeFor(String(value)))
      const found = all.length > 1 ? [...new Set(all)] : all
      if (found.length === 1) singles.set(slot, (found[0] ?? 0) + 1)
      else if (found.length > 1) several.put(slot, found)
    },
    codeOf: (value) => codes.get(value.toLowerCase()),
    has(slot, code) {
      const single = singles.get(slot)
      return single === 0 ? several.get(slot).includes(code) : single === code + 1
    },
    each(slot, visit) {
      const single = singles.get(slot)
      if (single !== 0) visit(single - 1)
      else for (const code of several.get(slot)) visit(code)
    },
    countIn(counts, set) {
      const { bits, firstSlot } = set
      const { chunks } = singles
      if (bits) {
        for (let word = 0; word < bits.length; word += 1) {
          let rest = bits[word] ?? 0
          if (rest === 0) continue
          const first = firstSlot + (word << 5)
          const chunk = chunks[chunkOf(first)]
          for (; rest !== 0; rest &= rest - 1) {
            const slot = first + 31 - Math.clz32(rest & -rest)
            countSlot(counts, slot, chunk?.[placeInChunk(slot)] ?? 0)
          }
        }
        return
      }
      for (let row = 0; row < set.count; row += 1) {
        const slot = set.slots[row] ?? 0
        countSlot(counts, slot, singles.get(slot))
      }
    },
  }
}

export function createTextColumn(path: string): TextColumn & WritableColumn {
  const texts: string[] = []
  return {
    put(slot, record) {
      texts[slot] = valuesAt(record, path).find((value) => typeof value === 'string') ?? ''
    },
    text: (slot) => texts[slot] ?? '',
  }
}
