import { memoize } from '../memoize.ts'
import { tokenize } from './tokenize.ts'
import type { Vocabulary } from './vocabulary.ts'

const maxCachedTexts = 50_000
const maxCachedLength = 200

/** Returns a function that splits a text into the numbers of its words. Cached: the same names occur in many records. */
export function createTermReader(vocabulary: Vocabulary): (text: string) => readonly number[] {
  const read = (text: string) => tokenize(text).map(({ folded }) => vocabulary.add(folded))
  const readCached = memoize(read, maxCachedTexts)
  return (text) => (text.length > maxCachedLength ? read(text) : readCached(text))
}
