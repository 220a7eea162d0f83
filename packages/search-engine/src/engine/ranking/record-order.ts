import { countBits, countOnes, hasBit, setBit, slotsIn, wordsFor, type Bits } from '../postings/bits.ts'
import { createTurns, type Turns } from '../turns.ts'
import { pushToHeap, replaceWorst } from './worst-first-heap.ts'

/** Negative when `left` comes first. Never 0 for different slots. */
type CompareSlots = (left: number, right: number) => number

/** The order of records that match equally well. A slot never changes, so neither does its place among others. */
export interface RecordOrder {
  /** The first slots of a set of `size` slots, at most `count`, in order. */
  first(bits: Bits, size: number, count: number): number[]
  /**
   * For each group of a set of `size` slots, its first slots in order, at most `count`. Undefined for a group that has
   * too few among the first slots of all, so that finding them this way would take long.
   */
  firstOfGroups(
    bits: Bits,
    groups: SlotGroups,
    limits: { size: number; count: number },
  ): (number[] | undefined)[]
  /** Negative when the left slot comes first. */
  comparer(): CompareSlots
  /** A part of some slots, which are in ascending order, in the order of records. */
  range(slots: Uint32Array, from: number, to: number): number[]
  /** Slots in order; every slot below its length is there. */
  readonly sorted: Uint32Array
  /** The slots of a set that came after the last sort, in ascending order. */
  newerIn(bits: Bits): Uint32Array
  /** Adds newer slots to some that are in order. Returns the first `count`. */
  withNewer(found: number[], newer: Uint32Array, count: number): number[]
  /** Sorts the slots added since the last time, in slices; until then `first` compares them. */
  refresh(slots: number): Promise<void>
  /** Whether enough slots were added for {@link RecordOrder.refresh}. */
  isStale(slots: number): boolean
}

export interface SlotGroups {
  groups: number
  groupOf(slot: number): number
}

const none = new Uint32Array(0)

/** Slots that are sorted without a pause. */
const runLength = 2048
const minUnsorted = 256
/** Fewer slots are sorted to find the first. */
const minToMark = 256
/** How many times as many slots as in an even distribution `firstOfGroups` looks at. */
const spread = 4

/** `currentCompare` returns a function that knows the values of all slots so far. */
export function createRecordOrder(currentCompare: () => CompareSlots): RecordOrder {
  /** The slots below `sorted.length` in order. */
  let sorted: Uint32Array = new Uint32Array(0)
  /** By slot: its place among the sorted ones. */
  let places: Uint32Array = new Uint32Array(0)
  let refreshing: Promise<void> | undefined
  /** Reused: one bit for each place. */
  let marks: Bits = new Uint32Array(0)

  async function sortUpTo(slots: number): Promise<void> {
    const compare = currentCompare()
    const turns = createTurns()
    const added = Uint32Array.from({ length: slots - sorted.length }, (_, at) => sorted.length + at)
    let runs: Uint32Array[] = [sorted]
    for (let from = 0; from < added.length; from += runLength) {
      runs.push(added.subarray(from, from + runLength).sort(compare))
      if (turns.isTurnOver()) await turns.takeTurn()
    }
    // The longest run comes first and is merged last, with all others.
    while (runs.length > 1) {
      const merged: Uint32Array[] = []
      const rest = runs.length > 2 ? runs.slice(1) : runs
      for (let at = 0; at < rest.length; at += 2) {
        const [left = sorted, right] = [rest[at], rest[at + 1]]
        merged.push(right ? await mergeSorted(left, right, compare, turns) : left)
      }
      runs = runs.length > 2 ? [sorted, ...merged] : merged
    }
    const next = runs[0] ?? sorted
    const nextPlaces = new Uint32Array(next.length)
    for (let place = 0; place < next.length; place += 1) nextPlaces[next[place] ?? 0] = place
    sorted = next
    places = nextPlaces
  }

  function comparer(): CompareSlots {
    let compare: CompareSlots | undefined
    return (left, right) => {
      const isSorted = left < places.length && right < places.length
      if (isSorted) return (places[left] ?? 0) - (places[right] ?? 0)
      compare ??= currentCompare()
      return compare(left, right)
    }
  }

  function allInOrder(slots: Uint32Array): number[] {
    const found = new Uint32Array(slots.length)
    for (let at = 0; at < slots.length; at += 1) found[at] = places[slots[at] ?? 0] ?? 0
    return Array.from(found.sort(), (place) => sorted[place] ?? 0)
  }

  /** Marks the places of the slots, then walks along the marks: sorting would take longer. */
  function markedRange(slots: Uint32Array, from: number, to: number): number[] {
    const words = wordsFor(places.length)
    if (marks.length < words) marks = new Uint32Array(words)
    else marks.fill(0)
    for (let at = 0; at < slots.length; at += 1) setBit(marks, places[slots[at] ?? 0] ?? 0)
    const found: number[] = []
    let before = 0
    for (let word = 0; word < words && before < to; word += 1) {
      let rest = marks[word] ?? 0
      const ones = countOnes(rest)
      if (before + ones > from) {
        for (let place = before; rest !== 0 && place < to; place += 1) {
          if (place >= from) found.push(sorted[(word << 5) + 31 - Math.clz32(rest & -rest)] ?? 0)
          rest &= rest - 1
        }
      }
      before += ones
    }
    return found
  }

  function range(slots: Uint32Array, from: number, to: number): number[] {
    let older = slots.length
    while (older > 0 && (slots[older - 1] ?? 0) >= places.length) older -= 1
    if (older < slots.length) {
      const first = range(slots.subarray(0, older), 0, to)
      return withNewer(first, slots.subarray(older), to).slice(from)
    }
    return slots.length > minToMark ? markedRange(slots, from, to) : allInOrder(slots).slice(from, to)
  }

  /** Adds the slots that came after the last sort to the first ones of the sorted slots. */
  function withNewer(found: number[], newer: Uint32Array, count: number): number[] {
    if (newer.length === 0) return found
    const compare = currentCompare()
    return bestOf(Uint32Array.from([...found, ...bestOf(newer, count, compare)]), count, compare)
  }

  function newerIn(bits: Bits): Uint32Array {
    const count = countBits(bits, sorted.length >>> 5)
    return count === 0 ? none : slotsIn(bits, count, sorted.length)
  }

  return {
    first(bits, size, count) {
      const wanted = Math.min(count, size)
      if (wanted === 0) return []
      // Walking in order visits about this many slots; comparing visits all of the set.
      const toWalk = (sorted.length * wanted) / size
      if (toWalk >= size) return range(slotsIn(bits, size), 0, wanted)
      const found: number[] = []
      for (let at = 0; at < sorted.length && found.length < wanted; at += 1) {
        const slot = sorted[at] ?? 0
        if (hasBit(bits, slot)) found.push(slot)
      }
      return withNewer(found, newerIn(bits), wanted)
    },
    comparer,
    range,
    newerIn,
    withNewer,
    get sorted() {
      return sorted
    },
    firstOfGroups(bits, { groups, groupOf }, { size, count }) {
      const found = Array.from({ length: groups }, (): number[] => [])
      const limit = Math.min(sorted.length, Math.ceil((sorted.length * count) / size) * spread)
      const [best] = found
      let at = 0
      for (; at < limit && best && best.length < count; at += 1) {
        const slot = sorted[at] ?? 0
        if (!hasBit(bits, slot)) continue
        const group = found[groupOf(slot)]
        if (group && group.length < count) group.push(slot)
      }
      const newer = newerIn(bits)
      return found.map((slots, group) => {
        if (slots.length < count && at < sorted.length) return undefined
        return newer.length === 0
          ? slots
          : withNewer(
              slots,
              newer.filter((slot) => groupOf(slot) === group),
              count,
            )
      })
    },
    isStale: (slots) => slots - sorted.length > Math.max(minUnsorted, slots >>> 8),
    refresh(slots) {
      refreshing ??= sortUpTo(slots).finally(() => {
        refreshing = undefined
      })
      return refreshing
    },
  }
}

function bestOf(slots: Uint32Array, count: number, compare: CompareSlots): number[] {
  const heap: number[] = []
  for (const slot of slots) {
    const [worst] = heap
    if (heap.length < count) pushToHeap(heap, slot, compare)
    else if (worst !== undefined && compare(slot, worst) < 0) replaceWorst(heap, slot, compare)
  }
  return heap.toSorted(compare)
}

async function mergeSorted(
  left: Uint32Array,
  right: Uint32Array,
  compare: CompareSlots,
  turns: Turns,
): Promise<Uint32Array> {
  if (right.length * Math.log2(left.length) < left.length) return insertSorted(left, right, compare, turns)
  const merged = new Uint32Array(left.length + right.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < merged.length; at += 1) {
    const isLeft = j === right.length || (i < left.length && compare(left[i] ?? 0, right[j] ?? 0) <= 0)
    merged[at] = (isLeft ? left[i++] : right[j++]) ?? 0
    if (at % runLength === 0 && turns.isTurnOver()) await turns.takeTurn()
  }
  return merged
}

/** Like {@link mergeSorted}, for few slots: finds the place of each among the others. */
async function insertSorted(
  left: Uint32Array,
  right: Uint32Array,
  compare: CompareSlots,
  turns: Turns,
): Promise<Uint32Array> {
  const merged = new Uint32Array(left.length + right.length)
  let from = 0
  for (const [at, slot] of right.entries()) {
    let [low, high] = [from, left.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(left[middle] ?? 0, slot) <= 0) low = middle + 1
      else high = middle
    }
    merged.set(left.subarray(from, low), from + at)
    merged[low + at] = slot
    from = low
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  merged.set(left.subarray(from), from + right.length)
  return merged
}
