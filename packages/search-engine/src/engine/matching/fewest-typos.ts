import { setBit, type Bits } from '../postings/bits.ts'
import { qualityIn } from '../postings/match-kinds.ts'
import type { PostingList } from '../postings/posting-list.ts'
import { typosOfQuality } from '../postings/term-sources.ts'
import type { Turns } from '../turns.ts'
import { compactRows, readKinds } from './collect-rows.ts'
import { fromBits, fromSlots, type Matches } from './match-terms.ts'

/** Records between two looks at the clock. */
const step = 16_384

/** Keeps only the records with at most `above` more typing errors than the best record. */
export async function selectFewestTypos(matches: Matches, above: number, turns: Turns): Promise<Matches> {
  const { words, lists, bits, kinds, slots, count } = matches
  if (!lists.some(({ hasTypos }) => hasTypos)) return matches
  const typos = new Uint8Array(count)
  for (let from = 0; from < count; from += step) {
    const to = Math.min(from + step, count)
    for (const [word, list] of lists.entries())
      if (list.hasTypos)
        addTypos(
          typos.subarray(from, to),
          list,
          kinds?.[word]?.subarray(from, to) ?? kindsAt(list, slots.subarray(from, to)),
        )
    if (turns.isTurnOver()) await turns.takeTurn()
  }
  const most = smallestIn(typos) + above
  const isKept = (row: number) => (typos[row] ?? 0) <= most
  if (typos.every((each) => each <= most)) return matches
  if (bits) {
    const kept: Bits = new Uint32Array(bits.length)
    for (let row = 0; row < count; row += 1) if (isKept(row)) setBit(kept, slots[row] ?? 0)
    return fromBits(words, lists, kept)
  }
  const keptSlots = slots.slice()
  const keptKinds = (kinds ?? []).map((each) => each.slice())
  const size = compactRows([keptSlots, ...keptKinds], count, isKept)
  return fromSlots(words, lists, {
    slots: keptSlots.subarray(0, size),
    kinds: keptKinds.map((each) => each.subarray(0, size)),
  })
}

/** Adds the typing errors of each row's match. */
function addTypos(typos: Uint8Array, list: PostingList, kinds: Uint32Array): void {
  const { codes, count } = list.kinds
  const typosOf = new Uint8Array(count)
  for (let kind = 1; kind < count; kind += 1) typosOf[kind] = typosOfQuality(qualityIn(codes[kind] ?? 0))
  for (let row = 0; row < typos.length; row += 1)
    typos[row] = (typos[row] ?? 0) + (typosOf[kinds[row] ?? 0] ?? 0)
}

function kindsAt(list: PostingList, slots: Uint32Array): Uint32Array {
  const kinds = new Uint32Array(slots.length)
  readKinds(list, slots, slots.length, kinds)
  return kinds
}

function smallestIn(numbers: Uint8Array): number {
  let smallest = 255
  for (let at = 0; at < numbers.length; at += 1) smallest = Math.min(smallest, numbers[at] ?? smallest)
  return smallest
}
