import { attributeOf, isOnlyWord } from './occurrence.ts'

/**
 * The different ways in which records match a word, numbered from 1; 0 means no match. There are few, because many
 * records have their words at the same places.
 */
export interface MatchKinds {
  /** With the 0 that means no match. Only so many elements of the arrays are filled. */
  count: number
  /** By kind: the ranking inputs in one number; see {@link codeOf}. */
  codes: Uint16Array
  /** By kind: into the occurrences of the postings. */
  references: Uint32Array
  /** By kind: smaller is better, see {@link penaltyOf}. */
  penalties: Uint16Array
  numbers: Map<number, number>
}

const smallest = 16

/** Packs the first attribute, the match quality and whether the word is the whole text. Never 0. */
export const codeOf = (quality: number, firstOccurrence: number): number =>
  (attributeOf(firstOccurrence) << codeBits) | (quality << 1) | (isOnlyWord(firstOccurrence) ? 1 : 0)
/** Number of bits below the attribute. */
export const codeBits = 4
export const qualityIn = (code: number): number => (code >> 1) & 7
export const isOnlyIn = (code: number): boolean => (code & 1) === 1

/** Which of two matches of one record counts: by quality, then by attribute. */
const penaltyOf = (code: number): number => (qualityIn(code) << 12) | (code >> codeBits)

export function createMatchKinds(): MatchKinds {
  return {
    count: 1,
    codes: new Uint16Array(smallest),
    references: new Uint32Array(smallest),
    penalties: new Uint16Array(smallest),
    numbers: new Map(),
  }
}

/** Gives the arrays room for twice as many kinds. */
function grow(kinds: MatchKinds): void {
  const { codes, references, penalties } = kinds
  kinds.codes = new Uint16Array(codes.length * 2)
  kinds.codes.set(codes)
  kinds.references = new Uint32Array(references.length * 2)
  kinds.references.set(references)
  kinds.penalties = new Uint16Array(penalties.length * 2)
  kinds.penalties.set(penalties)
}

export function kindFor(
  kinds: MatchKinds,
  { quality, reference, occurrences }: { quality: number; reference: number; occurrences: Uint32Array },
): number {
  const key = reference * 8 + quality
  const known = kinds.numbers.get(key)
  if (known !== undefined) return known
  const code = codeOf(quality, occurrences[reference - 1] ?? 0)
  const kind = kinds.count
  if (kind === kinds.codes.length) grow(kinds)
  kinds.codes[kind] = code
  kinds.references[kind] = reference
  kinds.penalties[kind] = penaltyOf(code)
  kinds.numbers.set(key, kind)
  kinds.count += 1
  return kind
}
