import { nearTerms } from './near-terms.ts'

/** A term that a typed word may mean. */
export interface Reading {
  term: number
  typos: number
  /** The word as it was typed, whole. */
  isExact: boolean
}

export interface ReadingOptions {
  isPrefix: boolean
  maxTypos: number
}

/** Every word of an index, numbered in the order in which they came. */
export interface Vocabulary {
  readonly size: number
  add(word: string): number
  numberOf(word: string): number | undefined
  wordOf(term: number): string
  /** What a typed word may mean, the nearest first. The same list for the same word until a new word comes. */
  readingsOf(word: string, options: ReadingOptions): readonly Reading[]
}

const readingsKept = 5000
const fewNew = 64

export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>()
  const words: string[] = []
  let sorted: string[] = []
  let waiting: string[] = []
  const readings = new Map<string, readonly Reading[]>()

  function add(word: string): number {
    const known = numbers.get(word)
    if (known !== undefined) return known
    const number = words.length
    words.push(word)
    numbers.set(word, number)
    waiting.push(word)
    return number
  }

  function arrange(): void {
    if (waiting.length === 0) return
    if (waiting.length <= fewNew) {
      for (const word of waiting) sorted.splice(placeOf(sorted, word), 0, word)
    } else {
      sorted = [...sorted, ...waiting].toSorted(byCode)
    }
    waiting = []
    readings.clear()
  }

  function find(word: string, { isPrefix, maxTypos }: ReadingOptions): Reading[] {
    const found: Reading[] = []
    nearTerms(sorted, { word, maxTypos, isPrefix }, (place, typos) => {
      const term = numbers.get(sorted[place] ?? '')
      if (term !== undefined) found.push({ term, typos, isExact: typos === 0 && sorted[place] === word })
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
    readingsOf(word, options) {
      arrange()
      const key = `${word} ${options.isPrefix ? 'p' : 'w'}${options.maxTypos}`
      const known = readings.get(key)
      if (known) return known
      if (readings.size >= readingsKept) readings.clear()
      const found = find(word, options)
      readings.set(key, found)
      return found
    },
  }
}

/** By code units, as `charCodeAt` compares; a locale's order would not keep beginnings together. */
function byCode(left: string, right: string): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}

function placeOf(sorted: readonly string[], word: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
