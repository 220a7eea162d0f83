import type { QueryTerm } from '../matching/query.ts'
import type { Store } from '../store.ts'
import { attributeOf, isLast, lastOccurrenceBit, positionOf } from './occurrence.ts'
import type { Postings } from './postings.ts'
import {
  appendEntry,
  createTermPostings,
  referenceAt,
  seekSlot,
  slotAt,
  type TermPostings,
} from './term-postings.ts'

/** Postings of one way to match a query term. */
export interface TermSource {
  /** The same for the same words and quality. */
  key: string
  postings: TermPostings
  /** Smaller is better; see {@link qualityOf}. */
  quality: number
  /** Attributes in which this match does not count. */
  excludedAttributes?: Uint8Array | undefined
}

/** 0 means "no match". */
const qualityOf = (typos: number, isExact: boolean): number => 1 + typos * 2 + (isExact ? 0 : 1)
export const typosOfQuality = (quality: number): number => (quality - 1) >> 1
export const isExactQuality = (quality: number): boolean => quality > 0 && (quality & 1) === 1

/** The ways to match a term: exactly, as a prefix, and if it may have typos, with these or split in two words. */
export function termSourcesFor(store: Store, word: QueryTerm): TermSource[] {
  const { vocabulary, postings } = store
  const candidates = vocabulary.candidatesFor(word.text, word)
  const found: TermSource[] = []
  for (const { term, typos, isExact } of candidates) {
    const prefixExclusions = isExact ? undefined : store.withoutPrefixes
    const typoExclusions = word.withoutTypos ?? store.withoutTypos
    const excludedAttributes = typos > 0 ? typoExclusions : prefixExclusions
    if (excludedAttributes && excludedAttributes.lastIndexOf(0) < postings.lowestAttribute(term)) continue
    const source = sourceOf(postings, term, qualityOf(typos, isExact))
    const isAffected = excludedAttributes && postings.mayOccurIn(term, excludedAttributes)
    found.push(isAffected ? { ...source, excludedAttributes } : source)
  }
  const hasExactTerm = candidates[0]?.typos === 0
  return hasExactTerm || word.isLiteral ? found : [...found, ...splitWordSources(store, word)]
}

function sourceOf(postings: Postings, term: number, quality: number): TermSource {
  return {
    key: `${term} ${quality}`,
    postings: postings.of(term),
    quality,
  }
}

/** Matches 'manchester' for 'man chester': one typo, counted on the left term. */
export function joinedWordSources(
  { vocabulary, postings }: Store,
  left: QueryTerm,
  right: QueryTerm,
): { left: TermSource[]; right: TermSource[] } {
  const candidates = vocabulary.candidatesFor(left.text + right.text, {
    isPrefix: right.isPrefix,
    maxTypos: 0,
  })
  return {
    left: candidates.map(({ term }) => sourceOf(postings, term, qualityOf(1, false))),
    right: candidates.map(({ term }) => sourceOf(postings, term, qualityOf(0, false))),
  }
}

/** Matches the alternatives of a term, such as its synonyms. */
export function alternativeSources(store: Store, word: QueryTerm): TermSource[] {
  const { alternatives = [], isLiteral } = word
  return alternatives.flatMap(({ words, typos, isExact }) => {
    const source = isLiteral && typos > 0 ? undefined : sourceOfWords(store, words)
    const quality = qualityOf(typos, isExact)
    return source ? [{ ...source, quality, key: `${source.key} ${quality}` }] : []
  })
}

/** Matches words next to each other. Undefined when one of them is in no record. */
export function sourceOfWords(
  { vocabulary, postings }: Store,
  words: readonly string[],
): TermSource | undefined {
  const terms = words.map((each) => vocabulary.numberOf(each)).filter((term) => term !== undefined)
  const [first] = terms
  if (first === undefined || terms.length < words.length) return undefined
  return { ...phraseSource(postings, terms, first), key: terms.join('+') }
}

/** Records in which each of the terms follows the one before. */
function phraseSource(postings: Postings, terms: readonly number[], first: number): TermSource {
  const pairs = terms.slice(1).map((right, index) => neighbours(postings, terms[index] ?? right, right))
  const [firstPair, ...others] = pairs
  if (!firstPair) return sourceOf(postings, first, 0)
  const slots = others.map(({ postings: each }) => new Set(slotsOf(each)))
  const found = createTermPostings()
  for (let at = 0; at < firstPair.postings.count; at += 1) {
    const slot = slotAt(firstPair.postings, at)
    if (slots.every((each) => each.has(slot))) appendEntry(found, slot, referenceAt(firstPair.postings, at))
  }
  return { key: '', postings: found, quality: 0 }
}

function* slotsOf(postings: TermPostings): Generator<number> {
  for (let at = 0; at < postings.count; at += 1) yield slotAt(postings, at)
}

/** Matches adjacent 'new york' for 'newyork'. */
function splitWordSources({ vocabulary, postings }: Store, { text, isPrefix }: QueryTerm): TermSource[] {
  const found: TermSource[] = []
  for (let splitAt = 1; splitAt < text.length; splitAt += 1) {
    const left = vocabulary.numberOf(text.slice(0, splitAt))
    if (left === undefined) continue
    for (const { term: right } of vocabulary.candidatesFor(text.slice(splitAt), { isPrefix, maxTypos: 0 })) {
      const source = neighbours(postings, left, right)
      if (source.postings.count > 0) found.push(source)
    }
  }
  return found
}

function neighbours(postings: Postings, left: number, right: number): TermSource {
  const found = createTermPostings()
  const [a, b] = [postings.of(left), postings.of(right)]
  let [i, j] = [0, 0]
  while (i < a.count && j < b.count) {
    const [slotOfA, slotOfB] = [slotAt(a, i), slotAt(b, j)]
    if (slotOfA < slotOfB) i = seekSlot(a, i + 1, slotOfB)
    else if (slotOfA > slotOfB) j = seekSlot(b, j + 1, slotOfA)
    else {
      const reference = referenceAt(a, i)
      if (distance(postings.occurrences, reference, referenceAt(b, j)) === 1)
        appendEntry(found, slotOfA, reference)
      i += 1
      j += 1
    }
  }
  return { key: `${left}+${right}`, postings: found, quality: qualityOf(1, false) }
}

export const maxDistance = 8

/** The smallest distance of two terms: 1 when adjacent, one more in reverse order, 8 in different texts. */
export function distance(occurrences: Uint32Array, left: number, right: number): number {
  let nearest = maxDistance
  for (let i = left; ; i += 1) {
    const a = occurrences[i] ?? lastOccurrenceBit
    for (let j = right; ; j += 1) {
      const b = occurrences[j] ?? lastOccurrenceBit
      if (attributeOf(a) === attributeOf(b)) {
        const step = positionOf(b) - positionOf(a)
        const gap = step > 0 ? step : 1 - step
        if (gap < nearest) nearest = gap
      }
      if (isLast(b)) break
    }
    if (isLast(a) || nearest === 1) return nearest
  }
}

/** Whether an occurrence is in an attribute that is not excluded. */
export function matchesOtherAttribute(
  occurrences: Uint32Array,
  reference: number,
  excludedAttributes: Uint8Array,
): boolean {
  for (let at = reference; ; at += 1) {
    const occurrence = occurrences[at] ?? lastOccurrenceBit
    if (excludedAttributes[attributeOf(occurrence)] !== 1) return true
    if (isLast(occurrence)) return false
  }
}
