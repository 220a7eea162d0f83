import { getOrMake } from '../memoize.ts'
import { findFuzzyTerms } from './fuzzy-terms.ts'

/** A term that a typed word may match. */
export interface TermCandidate {
  term: number
  typos: number
  /** The typed word itself, not a prefix or typo. */
  isExact: boolean
}

export interface CandidateOptions {
  isPrefix: boolean
  maxTypos: number
}

/** Every word of an index, numbered in order of arrival. */
export interface Vocabulary {
  readonly size: number
  add(word: string): number
  numberOf(word: string): number | undefined
  wordOf(term: number): string
  /** The terms that a typed word may match, nearest first. Returns the same array until a word is added. */
  candidatesFor(word: string, options: CandidateOptions): readonly TermCandidate[]
}

const maxCachedCandidates = 5000
/** Words that are merged into the sorted list at once. */
const maxPending = 4096

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>()
  const words: string[] = []
  let sorted: string[] = []
  let pending: string[] = []
  const candidates = new Map<string, readonly TermCandidate[]>()

  function add(word: string): number {
    const cached = numbers.get(word)
    if (cached !== undefined) return cached
    const number = words.length
    words.push(word)
    numbers.set(word, number)
    pending.push(word)
    if (pending.length >= maxPending) mergePending()
    return number
  }

  function mergePending(): void {
    if (pending.length === 0) return
    sorted = merge(sorted, pending.sort(byCode))
    pending = []
    candidates.clear()
  }

  function find(word: string, { isPrefix, maxTypos }: CandidateOptions): TermCandidate[] {
    const found: TermCandidate[] = []
    if (maxTypos === 0) {
      for (let at = firstAtLeast(sorted, word); at < sorted.length; at += 1) {
        const next = sorted[at] ?? ''
        const isExact = next === word
        if (!isExact && !(isPrefix && next.startsWith(word))) break
        found.push({ term: numbers.get(next) ?? 0, typos: 0, isExact })
      }
      return found
    }
    findFuzzyTerms(sorted, { word, maxTypos, isPrefix }, (index, typos) => {
      const term = numbers.get(sorted[index] ?? '')
      if (term !== undefined) found.push({ term, typos, isExact: typos === 0 && sorted[index] === word })
    })
    return found.toSorted(
      (left, right) => left.typos - right.typos || Number(right.isExact) - Number(left.isExact),
    )
  }

  return {
    add,
    get size() {
      return words.length
    },
    numberOf: (word) => numbers.get(word),
    wordOf: (term) => words[term] ?? '',
    candidatesFor(word, options) {
      mergePending()
      const key = `${word} ${options.isPrefix ? 'p' : 'w'}${options.maxTypos}`
      return getOrMake(candidates, key, () => find(word, options), maxCachedCandidates)
    },
  }
}

/** By code units, as `charCodeAt` compares; a locale's order would separate words with a common prefix. */
function byCode(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function merge(left: readonly string[], right: readonly string[]): string[] {
  const merged: string[] = []
  let at = 0
  for (const word of right) {
    const end = firstAtLeast(left, word, at)
    while (at < end) merged.push(left[at++] ?? '')
    merged.push(word)
  }
  while (at < left.length) merged.push(left[at++] ?? '')
  return merged
}

function firstAtLeast(sorted: readonly string[], word: string, from = 0): number {
  let low = from
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
