import { clearBit, intersect, setBit, type Bits } from '../postings/bits.ts'
import { slotAt } from '../postings/term-postings.ts'
import { postingsOfWords } from '../postings/term-sources.ts'
import type { Store } from '../store.ts'
import type { Turns } from '../turns.ts'
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
  return {
    text,
    phrases: distinct(phrases.filter((words) => words.length > 0)),
    excluded: [...new Set(excluded)],
  }
}

const wordsIn = (text: string): string[] => tokenize(text).map(({ folded }) => folded)

function distinct(phrases: readonly string[][]): string[][] {
  return [...new Map(phrases.map((words) => [words.join(' '), words])).values()]
}

/** The records with all phrases and without excluded words; undefined when the query restricts nothing. */
export async function slotsAllowedBy(
  store: Store,
  { phrases, excluded }: AdvancedQuery,
  turns: Turns,
): Promise<Bits | undefined> {
  if (phrases.length === 0 && excluded.length === 0) return undefined
  const allowed = store.live.slice()
  for (const words of phrases) {
    const found: Bits = new Uint32Array(allowed.length)
    await eachSlotWith(store, words, turns, (slot) => setBit(found, slot))
    intersect(allowed, found)
  }
  for (const word of excluded) await eachSlotWith(store, [word], turns, (slot) => clearBit(allowed, slot))
  return allowed
}

/** Visits the records that have the words next to each other. */
async function eachSlotWith(
  store: Store,
  words: readonly string[],
  turns: Turns,
  visit: (slot: number) => void,
): Promise<void> {
  const postings = await postingsOfWords(store, words, turns)
  if (!postings) return
  for (let entry = 0; entry < postings.count; entry += 1) {
    if (entry % step === 0 && turns.isTurnOver()) await turns.takeTurn()
    visit(slotAt(postings, entry))
  }
}

/** Records between two looks at the clock. */
const step = 16_384
