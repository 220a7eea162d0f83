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

export function createNumberColumn(path: string): NumberColumn & WritableColumn {
  let singles = new Float64Array(256).fill(Number.NaN)
  const several = createSlotLists()

  return {
    put(slot, record) {
      const numbers = valuesAt(record, path).filter((value) => typeof value === 'number')
      if (slot >= singles.length) {
        const larger = new Float64Array(Math.max(slot + 1, singles.length * 2)).fill(Number.NaN)
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
  // 0 means no value, n means code n - 1.
  let singles = new Uint32Array(256)
  const several = createSlotLists()

  function codeFor(value: string): number {
    const key = value.toLowerCase()
    const known = codes.get(key)
    if (known !== undefined) return known
    values.push(value)
    codes.set(key, values.length - 1)
    return values.length - 1
  }

  return {
    values,
    put(slot, record) {
      const found = [...new Set(valuesAt(record, path).map((value) => codeFor(String(value))))]
      if (slot >= singles.length) {
        const larger = new Uint32Array(Math.max(slot + 1, singles.length * 2))
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
