import { attributeOf, isOnlyWord } from './postings.ts'

/** The records that contain a term, each once with its best match, in slot order. */
export interface PostingList {
  count: number
  /** Only the first `count` elements of each array are filled. */
  slots: Uint32Array
  /** The ranking inputs of each posting in one number; see {@link codeOf}. */
  codes: Uint16Array
  firstOccurrences: Uint32Array
  references: Uint32Array
}

/** Packs the first attribute, the match quality and whether the word is the whole text. Never 0. */
export const codeOf = (quality: number, firstOccurrence: number): number =>
  (attributeOf(firstOccurrence) << codeBits) | (quality << 1) | (isOnlyWord(firstOccurrence) ? 1 : 0)
/** Number of bits below the attribute. */
export const codeBits = 4
export const qualityIn = (code: number): number => (code >> 1) & 7
export const isOnlyIn = (code: number): boolean => (code & 1) === 1

export function allocateList(count: number, capacity = count): PostingList {
  return {
    count,
    slots: new Uint32Array(capacity),
    codes: new Uint16Array(capacity),
    firstOccurrences: new Uint32Array(capacity),
    references: new Uint32Array(capacity),
  }
}

/** Appends postings and leaves spare capacity for the next ones. */
export function appendList(list: PostingList, more: PostingList): PostingList {
  const { count } = list
  if (more.count === 0) return list
  const total = count + more.count
  const hasCapacity = total <= list.slots.length
  const longer = hasCapacity ? { ...list, count: total } : allocateList(total, Math.ceil(total * 1.1) + 16)
  for (const column of ['slots', 'codes', 'firstOccurrences', 'references'] as const) {
    if (!hasCapacity) longer[column].set(list[column].subarray(0, count))
    longer[column].set(more[column], count)
  }
  return longer
}

/** Merges two lists; a record in both keeps the better match. */
export function mergeLists(left: PostingList, right: PostingList): PostingList {
  const list = allocateList(0, left.count + right.count)
  let [i, j] = [0, 0]
  while (i < left.count || j < right.count) {
    const slotOfLeft = i < left.count ? (left.slots[i] ?? 0) : Number.POSITIVE_INFINITY
    const slotOfRight = j < right.count ? (right.slots[j] ?? 0) : Number.POSITIVE_INFINITY
    const isInBoth = slotOfLeft === slotOfRight
    const isLeft = isInBoth
      ? qualityIn(left.codes[i] ?? 0) <= qualityIn(right.codes[j] ?? 0)
      : slotOfLeft < slotOfRight
    const [from, at] = isLeft ? [left, i] : [right, j]
    list.slots[list.count] = from.slots[at] ?? 0
    list.codes[list.count] = from.codes[at] ?? 0
    list.firstOccurrences[list.count] = from.firstOccurrences[at] ?? 0
    list.references[list.count] = from.references[at] ?? 0
    list.count += 1
    if (isInBoth || isLeft) i += 1
    if (isInBoth || !isLeft) j += 1
  }
  return list
}
