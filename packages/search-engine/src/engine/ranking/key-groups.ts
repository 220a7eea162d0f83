import type { PageRange } from './page-range.ts'

/** Rows in groups of equal keys. */
export interface KeyGroups {
  /** Adds the rows from the first on; those with a key above `most` are left out. */
  add(firstRow: number, keys: Float64Array, most: number): void
  /** The key at a place in the order of keys; infinite when there are fewer rows. */
  keyAt(place: number): number
  /** The groups on a page, best first; `byRow` has the slot of each row. */
  on(range: PageRange, byRow: Uint32Array): GroupOnPage[]
}

/** A group, and the part of it that is on a page. */
interface GroupOnPage {
  from: number
  to: number
  /** Of all rows of the group. */
  slots: Uint32Array
}

export function createKeyGroups(rows: number): KeyGroups {
  /** By row: the number of its group, from 1. */
  const groupOf = new Uint32Array(rows)
  const numbers = new Map<number, number>()
  const counts = [0]
  function newGroup(key: number): number {
    const group = counts.push(0) - 1
    numbers.set(key, group)
    return group
  }

  const inOrder = () => [...numbers].sort(([left], [right]) => left - right)

  /** Writes the slots of all groups on a page in one pass, since there may be as many groups as rows. */
  function collectSlots(pageGroups: readonly (GroupOnPage & { group: number })[], byRow: Uint32Array): void {
    const placeOf = new Uint32Array(counts.length)
    for (const [index, { group }] of pageGroups.entries()) placeOf[group] = index + 1
    const sizes = new Uint32Array(pageGroups.length)
    for (let row = 0; row < rows; row += 1) {
      const place = placeOf[groupOf[row] ?? 0] ?? 0
      if (place === 0) continue
      const size = sizes[place - 1] ?? 0
      const slots = pageGroups[place - 1]?.slots
      if (slots) slots[size] = byRow[row] ?? 0
      sizes[place - 1] = size + 1
    }
  }

  return {
    add(firstRow, keysOfRows, most) {
      // Neighbouring rows often have the same key.
      let lastKey = Number.NaN
      let group = 0
      for (let at = 0; at < keysOfRows.length; at += 1) {
        const key = keysOfRows[at] ?? 0
        if (key > most) continue
        if (key !== lastKey) {
          lastKey = key
          group = numbers.get(key) ?? newGroup(key)
        }
        groupOf[firstRow + at] = group
        counts[group] = (counts[group] ?? 0) + 1
      }
    },
    keyAt(place) {
      let before = 0
      for (const [key, group] of inOrder()) {
        before += counts[group] ?? 0
        if (before > place) return key
      }
      return Number.POSITIVE_INFINITY
    },
    on({ from, to }, byRow) {
      const found: (GroupOnPage & { group: number })[] = []
      let before = 0
      for (const [, group] of inOrder()) {
        const count = counts[group] ?? 0
        const [first, last] = [Math.max(from - before, 0), Math.min(to - before, count)]
        if (first < last) found.push({ group, from: first, to: last, slots: new Uint32Array(count) })
        before += count
        if (before >= to) break
      }
      collectSlots(found, byRow)
      return found
    },
  }
}
