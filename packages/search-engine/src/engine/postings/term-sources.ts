import type { QueryTerm } from '../matching/query.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
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
export async function termSourcesFor(store: Store, word: QueryTerm, turns: Turns): Promise<TermSource[]> {
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
  return hasExactTerm || word.isLiteral ? found : [...found, ...(await splitWordSources(store, word, turns))]
}

function sourceOf(postings: Postings, term: number, quality: number): TermSource {
  return {
    key: `${term} ${quality}`,
    postings: postings.postingsOf(term),
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

/** Words next to each other that match instead of a term, and their key among the sources. */
interface Phrase {
  key: string
  terms: readonly number[]
  quality: number
}

/** The alternatives of a term, such as its synonyms, whose words are all in the index. */
export function alternativePhrases(store: Store, { alternatives = [], isLiteral }: QueryTerm): Phrase[] {
  return alternatives.flatMap(({ words, typos, isExact }) => {
    const terms = isLiteral && typos > 0 ? undefined : termsOf(store, words)
    const quality = qualityOf(typos, isExact)
    return terms ? [{ terms, quality, key: `${terms.join('+')} ${quality}` }] : []
  })
}

export async function sourceOfPhrase(
  { postings }: Store,
  { terms, quality, key }: Phrase,
  turns: Turns,
): Promise<TermSource> {
  return { postings: await postingsOfPhrase(postings, terms, turns), quality, key }
}

/** The records with the words next to each other. Undefined when one of them is in no record. */
export async function postingsOfWords(
  store: Store,
  words: readonly string[],
  turns: Turns,
): Promise<TermPostings | undefined> {
  const terms = termsOf(store, words)
  return terms && (await postingsOfPhrase(store.postings, terms, turns))
}

function termsOf({ vocabulary }: Store, words: readonly string[]): number[] | undefined {
  const terms = words.map((each) => vocabulary.numberOf(each)).filter((term) => term !== undefined)
  return terms.length === 0 || terms.length < words.length ? undefined : terms
}

/** Records in which each of the terms follows the one before. */
async function postingsOfPhrase(
  postings: Postings,
  terms: readonly number[],
  turns: Turns,
): Promise<TermPostings> {
  const pairs: TermPostings[] = []
  for (const [index, right] of terms.slice(1).entries())
    pairs.push(await neighbours(postings, terms[index] ?? right, right, turns))
  const [firstPair, ...others] = pairs
  if (!firstPair) return postings.postingsOf(terms[0] ?? 0)
  if (others.length === 0) return firstPair
  const found = createTermPostings()
  const cursors = others.map(() => 0)
  for (let at = 0; at < firstPair.count; at += 1) {
    if (at % step === 0 && turns.isTurnOver()) await turns.takeTurn()
    const slot = slotAt(firstPair, at)
    const isInAll = others.every((each, index) => {
      const cursor = seekSlot(each, cursors[index] ?? 0, slot)
      cursors[index] = cursor
      return cursor < each.count && slotAt(each, cursor) === slot
    })
    if (isInAll) appendEntry(found, slot, referenceAt(firstPair, at))
  }
  return found
}

/** Records between two looks at the clock. */
const step = 4096

/** Matches adjacent 'new york' for 'newyork'. */
async function splitWordSources(
  { vocabulary, postings }: Store,
  { text, isPrefix }: QueryTerm,
  turns: Turns,
): Promise<TermSource[]> {
  const found: TermSource[] = []
  for (let splitAt = 1; splitAt < text.length; splitAt += 1) {
    const left = vocabulary.numberOf(text.slice(0, splitAt))
    if (left === undefined) continue
    for (const { term: right } of vocabulary.candidatesFor(text.slice(splitAt), { isPrefix, maxTypos: 0 })) {
      const both = await neighbours(postings, left, right, turns)
      if (both.count > 0)
        found.push({ key: `${left}+${right}`, postings: both, quality: qualityOf(1, false) })
    }
  }
  return found
}

async function neighbours(
  postings: Postings,
  left: number,
  right: number,
  turns: Turns,
): Promise<TermPostings> {
  const found = createTermPostings()
  const [a, b] = [postings.postingsOf(left), postings.postingsOf(right)]
  let [i, j, looks] = [0, 0, 0]
  while (i < a.count && j < b.count) {
    looks += 1
    if (looks % step === 0 && turns.isTurnOver()) await turns.takeTurn()
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
  return found
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
