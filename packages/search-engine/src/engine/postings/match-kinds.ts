import { attributeOf, isOnlyWord } from './occurrence.ts'

/**
 * The different ways in which records match a word, numbered from 1; 0 means no match. There are few, because many
 * records have their words at the same places.
 */
export interface MatchKinds {
  /** By kind: the ranking inputs in one number; see {@link codeOf}. */
  codes: number[]
  /** By kind: into the occurrences of the postings. */
  references: number[]
  /** By kind: smaller is better, see {@link penaltyOf}. */
  penalties: number[]
  numbers: Map<number, number>
}

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
  return { codes: [0], references: [0], penalties: [0], numbers: new Map() }
}

export function kindFor(
  kinds: MatchKinds,
  { quality, reference, occurrences }: { quality: number; reference: number; occurrences: Uint32Array },
): number {
  const key = reference * 8 + quality
  const known = kinds.numbers.get(key)
  if (known !== undefined) return known
  const code = codeOf(quality, occurrences[reference - 1] ?? 0)
  const kind = kinds.codes.push(code) - 1
  kinds.references.push(reference)
  kinds.penalties.push(penaltyOf(code))
  kinds.numbers.set(key, kind)
  return kind
}
