import { tokenize } from './tokenize.ts'
import type { Vocabulary } from './vocabulary.ts'

const maxCachedTexts = 50_000
const maxCachedLength = 200

/** Returns a function that splits a text into the numbers of its words. Cached: the same names occur in many records. */
export function createTermReader(vocabulary: Vocabulary): (text: string) => readonly number[] {
  const cache = new Map<string, readonly number[]>()
  return (text) => {
    const cached = cache.get(text)
    if (cached) return cached
    const terms = tokenize(text).map(({ folded }) => vocabulary.add(folded))
    if (text.length > maxCachedLength) return terms
    if (cache.size >= maxCachedTexts) cache.clear()
    cache.set(text, terms)
    return terms
  }
}
