import {
  countBits,
  eachSlot,
  hasBit,
  intersect,
  setBit,
  slotsIn,
  unite,
  type Bits,
} from '../postings/bits.ts'
import { qualityIn } from '../postings/match-kinds.ts'
import { kindReader, type PostingList } from '../postings/posting-list.ts'
import { typosOfQuality } from '../postings/term-sources.ts'
import type { QueryTerm } from './query.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'

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

/** Tells for single slots whether they pass, and for all of them when `bits` is given. */
interface PassingSlots {
  passes(slot: number): boolean
  /** Undefined when the filter is not decided for every slot; then only few slots may be tested. */
  bits: Bits | undefined
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
    return collectAll(store, words, lists, rarest, filter)
  }
  const bits = rarest ? intersectionOf(required, store.live) : unionOf(lists, store.live)
  if (filter.bits) intersect(bits, filter.bits)
  return fromBits(words, lists, bits)
}

/** Keeps only the records with at most `above` more typing errors than the best record. */
export async function selectFewestTypos(matches: Matches, above: number, turns: Turns): Promise<Matches> {
  const { words, lists, bits, count } = matches
  if (!lists.some(({ hasTypos }) => hasTypos)) return matches
  const typosIn = typoCounter(lists)
  const typos = new Uint8Array(count)
  let row = 0
  let fewest = 255
  const visit = (slot: number) => {
    const number = typosIn(slot)
    typos[row] = number
    if (number < fewest) fewest = number
    row += 1
  }
  if (!bits) {
    for (const slot of matches.slots) {
      if (row % step === 0 && turns.isTurnOver()) await turns.takeTurn()
      visit(slot)
    }
    const isKept = (_: number, at: number) => (typos[at] ?? 0) <= fewest + above
    const kinds = matches.kinds ?? []
    return fromSlots(words, lists, {
      slots: matches.slots.filter(isKept),
      kinds: kinds.map((each) => each.subarray(0, count).filter(isKept)),
    })
  }
  for (let word = 0; word < bits.length; word += step / 32) {
    eachSlot(bits, word, Math.min(word + step / 32, bits.length), visit)
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const kept: Bits = new Uint32Array(bits.length)
  row = 0
  eachSlot(bits, 0, bits.length, (slot) => {
    if ((typos[row] ?? 0) <= fewest + above) setBit(kept, slot)
    row += 1
  })
  return fromBits(words, lists, kept)
}

/** Records between two looks at the clock. */
const step = 16_384

/** The number of typing errors in how a slot matches the words. */
function typoCounter(lists: readonly PostingList[]): (slot: number) => number {
  const counters = lists
    .filter(({ hasTypos }) => hasTypos)
    .map((list) => {
      const kindOf = kindReader(list)
      const { codes, count } = list.kinds
      const typosOf = new Uint8Array(count)
      for (let kind = 1; kind < count; kind += 1) typosOf[kind] = typosOfQuality(qualityIn(codes[kind] ?? 0))
      return (slot: number) => typosOf[kindOf(slot)] ?? 0
    })
  return (slot) => {
    let sum = 0
    for (const typosIn of counters) sum += typosIn(slot)
    return sum
  }
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

interface ListReader {
  kindOf(slot: number): number
  /** By row. */
  kinds: Uint32Array
  count: number
}

/** The records of the rarest list that pass the filter and are in the other required lists. */
function collectAll(
  { live }: Store,
  words: readonly QueryTerm[],
  lists: readonly PostingList[],
  rarest: PostingList,
  { bits, passes }: PassingSlots,
): Matches {
  const { slots, count, matches } = rarest
  const kinds = lists.map(() => new Uint32Array(count))
  const readersOf = (isOptional: boolean) =>
    lists
      .flatMap((list, word): ListReader[] => {
        const isRead = list !== rarest && (words[word]?.isOptional === true) === isOptional
        return isRead ? [{ kindOf: kindReader(list), kinds: kinds[word] ?? none, count: list.count }] : []
      })
      .toSorted((left, right) => left.count - right.count)
  const [required, optional] = [readersOf(false), readersOf(true)]
  const kindsOfRarest = kinds[lists.indexOf(rarest)] ?? none
  const found = new Uint32Array(count)
  let size = 0
  for (let at = 0; at < count; at += 1) {
    const slot = slots[at] ?? 0
    if (!hasBit(live, slot) || (bits && !hasBit(bits, slot))) continue
    if (required.length > 0 && !readAll(required, slot, size)) continue
    if (!bits && !passes(slot)) continue
    found[size] = slot
    kindsOfRarest[size] = matches[at] ?? 0
    for (const reader of optional) reader.kinds[size] = reader.kindOf(slot)
    size += 1
  }
  return fromSlots(words, lists, { slots: found.subarray(0, size), kinds })
}

/** Reads how a slot matches into a row. Returns whether it is in all lists. */
function readAll(readers: readonly ListReader[], slot: number, row: number): boolean {
  for (let at = 0; at < readers.length; at += 1) {
    const reader = readers[at]
    const kind = reader?.kindOf(slot) ?? 0
    if (kind === 0) return false
    if (reader) reader.kinds[row] = kind
  }
  return true
}

const none = new Uint32Array(0)

function intersectionOf(lists: readonly PostingList[], live: Bits): Bits {
  const bits = live.slice()
  for (const list of lists) intersect(bits, bitsOf(list, live.length))
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

function fromSlots(
  words: readonly QueryTerm[],
  lists: readonly PostingList[],
  { slots, kinds }: { slots: Uint32Array; kinds: readonly Uint32Array[] },
): Matches {
  return { words, lists, count: slots.length, bits: undefined, slots, kinds }
}

function fromBits(words: readonly QueryTerm[], lists: readonly PostingList[], bits: Bits): Matches {
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
