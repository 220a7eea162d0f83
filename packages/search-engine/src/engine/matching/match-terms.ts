import {
  countBits,
  intersect,
  intersectionWith,
  setBit,
  slotsIn,
  unite,
  type Bits,
} from '../postings/bits.ts'
import type { PostingList } from '../postings/posting-list.ts'
import { collectRows, type PassingSlots, type Rows } from './collect-rows.ts'
import type { QueryTerm } from './query.ts'
import type { Store } from '../store.ts'

/** The records that match a query. Valid until the index changes. */
export interface Matches {
  words: readonly QueryTerm[]
  /** By word. */
  lists: readonly PostingList[]
  count: number
  /** One bit per record, when the matches were found that way. */
  bits: Bits | undefined
  /** In ascending order. */
  readonly slots: Uint32Array
  /** By word: how each of the slots matches, see {@link PostingList.kinds}. Set for matches without bits. */
  kinds?: readonly Uint32Array[] | undefined
}

/** Every record that passes the filter, for a query without words. */
export function matchAll({ live }: Store, filter: Bits | undefined): Matches {
  const bits = live.slice()
  if (filter) intersect(bits, filter)
  return fromBits([], [], bits)
}

/** Whether the matches are found by combining bits, which needs the bits of the filter. */
export function isBroad(words: readonly QueryTerm[], lists: readonly PostingList[], slots: number): boolean {
  const rarest = rarestOf(words, lists)
  return rarest === undefined || rarest.dense !== undefined || rarest.count * fewRecords > slots
}

/** Below this fraction of the index, the filter tests single records. */
const fewRecords = 256

/** Records with every required word, or with any word when all are optional. */
export function matchTerms(
  store: Store,
  words: readonly QueryTerm[],
  lists: readonly PostingList[],
  filter: PassingSlots,
): Matches {
  const required = requiredOf(words, lists)
  const rarest = rarestOf(words, lists)
  if (rarest && !rarest.dense) {
    const isRequired = (word: number) => words[word]?.isOptional !== true
    return fromSlots(words, lists, collectRows(store.live, lists, { rarest, isRequired, filter }))
  }
  if (rarest) return fromBits(words, lists, intersectionOf(required, store.live, filter.bits))
  const bits = unionOf(lists, store.live)
  if (filter.bits) intersect(bits, filter.bits)
  return fromBits(words, lists, bits)
}

function requiredOf(words: readonly QueryTerm[], lists: readonly PostingList[]): PostingList[] {
  return lists.filter((_, index) => words[index]?.isOptional !== true)
}

function rarestOf(words: readonly QueryTerm[], lists: readonly PostingList[]): PostingList | undefined {
  return requiredOf(words, lists).reduce<PostingList | undefined>(
    (rarest, list) => (rarest && rarest.count <= list.count ? rarest : list),
    undefined,
  )
}

function intersectionOf(lists: readonly PostingList[], live: Bits, filter: Bits | undefined): Bits {
  const [first = live, ...others] = lists.map((list) => bitsOf(list, live.length))
  const bits = intersectionWith(live, first)
  for (const other of others) intersect(bits, other)
  if (filter) intersect(bits, filter)
  return bits
}

function unionOf(lists: readonly PostingList[], live: Bits): Bits {
  const bits: Bits = new Uint32Array(live.length)
  for (const list of lists) unite(bits, bitsOf(list, live.length))
  intersect(bits, live)
  return bits
}

function bitsOf({ dense, slots, count }: PostingList, words: number): Bits {
  if (dense) return dense.bits
  const bits: Bits = new Uint32Array(words)
  for (let at = 0; at < count; at += 1) setBit(bits, slots[at] ?? 0)
  return bits
}

export function fromSlots(
  words: readonly QueryTerm[],
  lists: readonly PostingList[],
  { slots, kinds }: Rows,
): Matches {
  return { words, lists, count: slots.length, bits: undefined, slots, kinds }
}

export function fromBits(words: readonly QueryTerm[], lists: readonly PostingList[], bits: Bits): Matches {
  const count = countBits(bits)
  let slots: Uint32Array | undefined
  return {
    words,
    lists,
    count,
    bits,
    get slots() {
      return (slots ??= slotsIn(bits, count))
    },
  }
}
