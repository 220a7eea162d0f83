import { clearBit, intersect, setBit, type Bits } from '../postings/bits.ts'
import { slotAt } from '../postings/term-postings.ts'
import { sourceOfWords } from '../postings/term-sources.ts'
import type { Store } from '../store.ts'
import { tokenize } from '../vocabulary/tokenize.ts'

/** A query with phrases in quotes and words after a dash that records must not have. */
export interface AdvancedQuery {
  /** The query without excluded words. */
  text: string
  phrases: readonly (readonly string[])[]
  excluded: readonly string[]
}

const phrase = /"([^"]*)"/g
const excludedWord = /(?<=^|\s)-([\p{L}\p{N}]\S*)/gu

/** `features` names what is understood: `exactPhrase`, `excludeWords`. */
export function parseAdvancedQuery(query: string, features: readonly string[]): AdvancedQuery {
  const phrases: string[][] = []
  const excluded: string[] = []
  let text = query
  if (features.includes('exactPhrase')) {
    text = text.replaceAll(phrase, (_, inner: string) => {
      phrases.push(wordsIn(inner))
      // A word in quotes is complete.
      return ` ${inner} `
    })
  }
  if (features.includes('excludeWords')) {
    text = text.replaceAll(excludedWord, (_, word: string) => {
      excluded.push(...wordsIn(word))
      return ''
    })
  }
  return { text, phrases: phrases.filter((words) => words.length > 0), excluded }
}

const wordsIn = (text: string): string[] => tokenize(text).map(({ folded }) => folded)

/** The records with all phrases and without excluded words; undefined when the query restricts nothing. */
export function slotsAllowedBy(store: Store, { phrases, excluded }: AdvancedQuery): Bits | undefined {
  if (phrases.length === 0 && excluded.length === 0) return undefined
  const allowed = store.live.slice()
  for (const words of phrases) {
    const found: Bits = new Uint32Array(allowed.length)
    eachSlotWith(store, words, (slot) => setBit(found, slot))
    intersect(allowed, found)
  }
  for (const word of excluded) eachSlotWith(store, [word], (slot) => clearBit(allowed, slot))
  return allowed
}

/** Visits the records that have the words next to each other. */
function eachSlotWith(store: Store, words: readonly string[], visit: (slot: number) => void): void {
  const source = sourceOfWords(store, words)
  if (!source) return
  const { postings } = source
  for (let entry = 0; entry < postings.count; entry += 1) visit(slotAt(postings, entry))
}
