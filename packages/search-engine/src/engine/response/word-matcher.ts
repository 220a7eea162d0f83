import { memoizeByObject } from '../memoize.ts'
import type { QueryTerm } from '../matching/query.ts'
import type { TermCandidate, Vocabulary } from '../vocabulary/vocabulary.ts'
import { alternativeTest, type Neighbours } from './alternative-words.ts'

/** How a word of a text matches the query. */
export interface WordMatch {
  /** The matched terms of the query, by index. */
  termIndexes: readonly number[]
  /** How many letters of the word they cover. */
  length: number
  /** Written instead of the word. */
  replacement?: string | undefined
}

/** What a word is to a query, wherever it stands. */
interface KnownWord {
  match: WordMatch | undefined
  /** A term of the query may be this word and the next one, written as one. */
  startsTerm: boolean
  /** Whether the match depends on the words around it. */
  needsNeighbours: boolean
}

export interface WordMatcher {
  /** By query term: whether words match it with typing errors. */
  mistyped: readonly ReadonlySet<number>[]
  known(folded: string): KnownWord
  match(folded: string, neighbours: Neighbours): WordMatch | undefined
  /** Matches the second half of a term that the query wrote as one word. */
  matchRemainder(folded: string, previous: string): WordMatch | undefined
}

export interface WordMatcherOptions {
  /** One bit for each term whose typing errors do not match. */
  literal: number
  isReplacingSynonyms: boolean
}

const noTerm = { text: '', isPrefix: false }

const mistypedTerms = memoizeByObject(
  (candidates: readonly TermCandidate[]): ReadonlySet<number> =>
    new Set(candidates.filter(({ typos }) => typos > 0).map(({ term }) => term)),
)

/** Matches single words of texts with the terms of a query, with the same typing errors that found the record. */
export function createWordMatcher(
  vocabulary: Vocabulary,
  words: readonly QueryTerm[],
  { literal, isReplacingSynonyms }: WordMatcherOptions,
): WordMatcher {
  const mistyped = words.map((word) => mistypedTerms(vocabulary.candidatesFor(word.text, word)))
  const alternativeTests = words.map((word) => word.alternatives && alternativeTest(word))
  const hasAlternatives = words.some(({ alternatives = [] }) => alternatives.length > 0)
  /** Each word and the next one, written as one. */
  const joined = words.map(({ text }, index) => {
    const following = words[index + 1]
    return following && text + following.text
  })
  const knownWords = new Map<string, KnownWord>()

  /** Whether a word matches the term with typing errors. */
  function isMistyped(folded: string, index: number): boolean {
    const terms = mistyped[index]
    if (!terms || terms.size === 0 || (literal & (1 << index)) !== 0) return false
    const term = vocabulary.numberOf(folded)
    return term !== undefined && terms.has(term)
  }

  function match(folded: string, { next, previous }: Neighbours): WordMatch | undefined {
    const termIndexes: number[] = []
    let length = 0
    let replacement: string | undefined
    for (let index = 0; index < words.length; index += 1) {
      const { text, isPrefix } = words[index] ?? noTerm
      if (folded === text || (isPrefix && folded.startsWith(text))) {
        termIndexes.push(index)
        length = Math.max(length, text.length)
        continue
      }
      if (alternativeTests[index]?.(folded, { next, previous })) {
        termIndexes.push(index)
        length = folded.length
        if (isReplacingSynonyms) replacement ??= text
        continue
      }
      if (isMistyped(folded, index)) {
        termIndexes.push(index)
        const isOpen = isPrefix && folded.length > text.length + 1
        length = Math.max(length, isOpen ? text.length : folded.length)
        continue
      }
      if (folded === joined[index]) {
        termIndexes.push(index, index + 1)
        length = folded.length
      } else if (next !== undefined && text.startsWith(folded) && text.length > folded.length) {
        const rest = text.slice(folded.length)
        if (next === rest || (isPrefix && next.startsWith(rest))) {
          termIndexes.push(index)
          length = folded.length
        }
      }
    }
    return termIndexes.length === 0 ? undefined : { termIndexes, length, replacement }
  }

  const noNeighbours: Neighbours = { next: undefined, previous: undefined }

  return {
    mistyped,
    match,
    known(folded) {
      const known = knownWords.get(folded)
      if (known) return known
      const startsTerm = words.some(({ text }) => text.length > folded.length && text.startsWith(folded))
      const made = {
        match: match(folded, noNeighbours),
        startsTerm,
        needsNeighbours: startsTerm || hasAlternatives,
      }
      knownWords.set(folded, made)
      return made
    },
    matchRemainder(folded, previous) {
      for (const [index, { text, isPrefix }] of words.entries()) {
        if (!text.startsWith(previous) || text.length <= previous.length) continue
        const rest = text.slice(previous.length)
        if (folded === rest || (isPrefix && folded.startsWith(rest)))
          return { termIndexes: [index], length: rest.length }
      }
      return undefined
    },
  }
}
