/** The records that contain one word, in slot order. */
export interface TermPostings {
  /** See {@link isWide}; only the first `count` entries are filled. */
  entries: Uint32Array
  count: number
  /** A narrow entry is one number: the place above the slot. A wide one is two: slot and place. */
  isWide: boolean
  /** By place: into the occurrences. Many records have a word at the same places. */
  references: number[]
  /** Places by reference, once there are too many to look through. */
  places: Map<number, number> | undefined
}

/** Narrow entries leave this many bits for the slot, and eight for the place. */
export const narrowBits = 24
export const narrowMask = 2 ** narrowBits - 1
const maxNarrowPlace = 255
const maxLookedThrough = 16
/** Long lists grow by a fifth: doubling would leave a quarter of the memory unused. */
const longList = 1024

const noEntries = new Uint32Array(0)

export function createTermPostings(): TermPostings {
  return { entries: noEntries, count: 0, isWide: false, references: [], places: undefined }
}

/** Appends a record whose slot is larger than all before. */
export function appendEntry(postings: TermPostings, slot: number, reference: number): void {
  const place = placeOf(postings, reference)
  if (!postings.isWide && (place > maxNarrowPlace || slot > narrowMask)) widen(postings)
  const size = postings.isWide ? 2 : 1
  const at = postings.count * size
  if (at === postings.entries.length) {
    const larger = new Uint32Array(at < longList ? Math.max(size, at * 2) : Math.ceil(at * 0.6) * 2)
    larger.set(postings.entries)
    postings.entries = larger
  }
  if (postings.isWide) {
    postings.entries[at] = slot
    postings.entries[at + 1] = place
  } else {
    postings.entries[at] = (place << narrowBits) | slot
  }
  postings.count += 1
}

function placeOf(postings: TermPostings, reference: number): number {
  const { references } = postings
  const known = postings.places ? postings.places.get(reference) : references.lastIndexOf(reference)
  if (known !== undefined && known >= 0) return known
  const place = references.push(reference) - 1
  if (place >= maxLookedThrough) postings.places ??= new Map(references.map((each, number) => [each, number]))
  postings.places?.set(reference, place)
  return place
}

function widen(postings: TermPostings): void {
  const { entries, count } = postings
  const wide = new Uint32Array(Math.ceil(count * 1.2 + 1) * 2)
  for (let at = 0; at < count; at += 1) {
    const entry = entries[at] ?? 0
    wide[at * 2] = entry & narrowMask
    wide[at * 2 + 1] = entry >>> narrowBits
  }
  postings.entries = wide
  postings.isWide = true
}

export function slotAt({ entries, isWide }: TermPostings, at: number): number {
  return isWide ? (entries[at * 2] ?? 0) : (entries[at] ?? 0) & narrowMask
}

export function referenceAt({ entries, isWide, references }: TermPostings, at: number): number {
  const place = isWide ? (entries[at * 2 + 1] ?? 0) : (entries[at] ?? 0) >>> narrowBits
  return references[place] ?? 0
}

/** The number of the first entry whose slot is not smaller than `from`. */
export function firstFrom(postings: TermPostings, from: number): number {
  return from === 0 ? 0 : firstBetween(postings, 0, postings.count, from)
}

/** The first entry at or after `at` whose slot is not smaller: exponential, then binary search. */
export function seekSlot(postings: TermPostings, at: number, slot: number): number {
  let low = at
  let high = at
  for (let step = 1; high < postings.count && slotAt(postings, high) < slot; step *= 2) {
    low = high + 1
    high += step
  }
  return firstBetween(postings, low, Math.min(high, postings.count), slot)
}

function firstBetween(postings: TermPostings, from: number, to: number, slot: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (slotAt(postings, middle) < slot) low = middle + 1
    else high = middle
  }
  return low
}
