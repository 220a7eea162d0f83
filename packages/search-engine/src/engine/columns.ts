import { valuesAt, type SearchRecord } from './record-values.ts'
import { createSlotLists } from './slot-lists.ts'

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
  /** Adds one to `counts[code]` for each value of each of the first `count` slots. */
  countIn(counts: Uint32Array, slots: Uint32Array, count: number): void
}

/** Texts for sorting records whose sort attribute is not a number. */
export interface TextColumn {
  /** '' where a record has none. */
  text(slot: number): string
}

interface WritableColumn {
  put(slot: number, record: SearchRecord): void
}

/** Room for more slots: doubling a large column would leave too much memory unused. */
const grownLength = (length: number, slot: number): number =>
  Math.max(slot + 1, length * 2 > 100_000 ? Math.ceil(length * 1.25) : length * 2)

export function createNumberColumn(): NumberColumn & {
  put(slot: number, numbers: readonly number[]): void
} {
  let singles = new Float64Array(256).fill(Number.NaN)
  const several = createSlotLists()

  return {
    put(slot, numbers) {
      if (slot >= singles.length) {
        const larger = new Float64Array(grownLength(singles.length, slot)).fill(Number.NaN)
        larger.set(singles)
        singles = larger
      }
      if (numbers.length === 1) singles[slot] = numbers[0] ?? Number.NaN
      else if (numbers.length > 1) several.put(slot, numbers)
    },
    single: (slot) => singles[slot] ?? Number.NaN,
    all(slot) {
      const number = singles[slot] ?? Number.NaN
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
  let singles = new Uint32Array(256)
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

  return {
    values,
    put(slot, record) {
      const all = valuesAt(record, path).map((value) => codeFor(String(value)))
      const found = all.length > 1 ? [...new Set(all)] : all
      if (slot >= singles.length) {
        const larger = new Uint32Array(grownLength(singles.length, slot))
        larger.set(singles)
        singles = larger
      }
      if (found.length === 1) singles[slot] = (found[0] ?? 0) + 1
      else if (found.length > 1) several.put(slot, found)
    },
    codeOf: (value) => codes.get(value.toLowerCase()),
    has(slot, code) {
      const single = singles[slot] ?? 0
      return single === 0 ? several.get(slot).includes(code) : single === code + 1
    },
    each(slot, visit) {
      const single = singles[slot] ?? 0
      if (single !== 0) visit(single - 1)
      else for (const code of several.get(slot)) visit(code)
    },
    countIn(counts, slots, count) {
      for (let row = 0; row < count; row += 1) {
        const slot = slots[row] ?? 0
        const single = singles[slot] ?? 0
        if (single !== 0) counts[single - 1] = (counts[single - 1] ?? 0) + 1
        else if (!several.isEmpty) {
          for (const code of several.get(slot)) counts[code] = (counts[code] ?? 0) + 1
        }
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
