import { countBits, hasBit, setBit, slotsIn, wordsFor, type Bits } from '../postings/bits.ts'
import { createTurns, type Turns } from '../turns.ts'
import { pushToHeap, replaceWorst } from './worst-first-heap.ts'

/** Negative when `left` comes first. Never 0 for different slots. */
type CompareSlots = (left: number, right: number) => number

/** The order of records that match equally well. A slot never changes, so neither does its place among others. */
export interface RecordOrder {
  /** The first slots of a set of `size` slots, at most `count`, in order. */
  first(bits: Bits, size: number, count: number): number[]
  /** The first of some slots in ascending order, at most `count`, in order. */
  firstOf(slots: Uint32Array, count: number): number[]
  /**
   * The first slots of a set that pass the test, at most `count`, in order. Undefined when there are few among the
   * first slots of all, so that finding them this way would take long.
   */
  firstPassing(bits: Bits, passes: (slot: number) => boolean, count: number): number[] | undefined
  /** Negative when the left slot comes first. */
  comparer(): CompareSlots
  /** Sorts the slots added since the last time, in slices; until then `first` compares them. */
  refresh(slots: number): Promise<void>
  /** Whether enough slots were added for {@link RecordOrder.refresh}. */
  isStale(slots: number): boolean
}

/** Slots that are sorted without a pause. */
const runLength = 2048
const minUnsorted = 4096
/** Fewer slots are sorted to find the first. */
const minToMark = 256
/** Slots that `firstPassing` looks at. */
const maxWalked = 20_000

/** `currentCompare` returns a function that knows the values of all slots so far. */
export function createRecordOrder(currentCompare: () => CompareSlots): RecordOrder {
  /** The slots below `sorted.length` in order. */
  let sorted: Uint32Array = new Uint32Array(0)
  /** By slot: its place among the sorted ones. */
  let places: Uint32Array = new Uint32Array(0)
  let refreshing: Promise<void> | undefined

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
    const compare = currentCompare()
    return (left, right) => {
      const isSorted = left < places.length && right < places.length
      return isSorted ? (places[left] ?? 0) - (places[right] ?? 0) : compare(left, right)
    }
  }

  function allInOrder(slots: Uint32Array): number[] {
    const found = new Uint32Array(slots.length)
    for (let at = 0; at < slots.length; at += 1) found[at] = places[slots[at] ?? 0] ?? 0
    return Array.from(found.sort(), (place) => sorted[place] ?? 0)
  }

  /** Marks the places of the slots, then walks along the marks: sorting would take longer. */
  function firstMarked(slots: Uint32Array, count: number): number[] {
    const marks: Bits = new Uint32Array(wordsFor(places.length))
    for (let at = 0; at < slots.length; at += 1) setBit(marks, places[slots[at] ?? 0] ?? 0)
    const found: number[] = []
    for (let word = 0; word < marks.length && found.length < count; word += 1) {
      for (let rest = marks[word] ?? 0; rest !== 0 && found.length < count; rest &= rest - 1)
        found.push(sorted[(word << 5) + 31 - Math.clz32(rest & -rest)] ?? 0)
    }
    return found
  }

  /** The first of some slots, which are in ascending order. */
  function firstOf(slots: Uint32Array, count: number): number[] {
    let older = slots.length
    while (older > 0 && (slots[older - 1] ?? 0) >= places.length) older -= 1
    const sortedSlots = slots.subarray(0, older)
    const isSelection = older > minToMark && count * 4 < older
    const first = isSelection ? firstMarked(sortedSlots, count) : allInOrder(sortedSlots).slice(0, count)
    return withNewer(first, slots.subarray(older), count)
  }

  /** Adds the slots that came after the last sort to the first ones of the sorted slots. */
  function withNewer(found: number[], newer: Uint32Array, count: number): number[] {
    if (newer.length === 0) return found
    const compare = currentCompare()
    return bestOf(Uint32Array.from([...found, ...bestOf(newer, count, compare)]), count, compare)
  }

  const newerIn = (bits: Bits) => slotsIn(bits, countBits(bits, sorted.length >>> 5), sorted.length)

  return {
    first(bits, size, count) {
      const wanted = Math.min(count, size)
      if (wanted === 0) return []
      // Walking in order visits about this many slots; comparing visits all of the set.
      const toWalk = (sorted.length * wanted) / size
      if (toWalk >= size) return firstOf(slotsIn(bits, size), wanted)
      const found: number[] = []
      for (let at = 0; at < sorted.length && found.length < wanted; at += 1) {
        const slot = sorted[at] ?? 0
        if (hasBit(bits, slot)) found.push(slot)
      }
      return withNewer(found, newerIn(bits), wanted)
    },
    firstOf,
    comparer,
    firstPassing(bits, passes, count) {
      const found: number[] = []
      for (let at = 0; at < sorted.length && found.length < count; at += 1) {
        if (at === maxWalked) return undefined
        const slot = sorted[at] ?? 0
        if (hasBit(bits, slot) && passes(slot)) found.push(slot)
      }
      return withNewer(found, newerIn(bits).filter(passes), count)
    },
    isStale: (slots) => slots - sorted.length > Math.max(minUnsorted, slots >>> 5),
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
  const merged = new Uint32Array(left.length + right.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < merged.length; at += 1) {
    const isLeft = j === right.length || (i < left.length && compare(left[i] ?? 0, right[j] ?? 0) <= 0)
    merged[at] = (isLeft ? left[i++] : right[j++]) ?? 0
    if (at % runLength === 0 && turns.isTurnOver()) await turns.takeTurn()
  }
  return merged
}
