import type { NamedMeaning, NameIndex } from './name-index.ts'
import { isDotted, nameKey, type Token } from './query-tokens.ts'

/** A name at a token: how many tokens it has, and what it can mean. */
export interface FoundName {
  count: number
  meanings: readonly NamedMeaning[]
}

/** Longer names are event titles. */
const maxNameTokens = 12
/** Combinations of corrected words that are looked up. */
const maxGuesses = 40

/**
 * The longest name that begins at a token. `unfinished` is the number of tokens that may be the beginning of a longer
 * name which the user is still typing: they are text rather than the shorter name.
 */
export function findName(
  text: string,
  tokens: readonly Token[],
  at: number,
  names: NameIndex,
): { found?: FoundName; unfinished: number } {
  const first = tokens[at]
  if (!first || first.isQuoted) return { unfinished: 0 }
  const end = Math.min(tokens.length, at + maxNameTokens)
  let found: FoundName | undefined
  let unfinished = 0
  for (let next = at + 1; next <= end; next += 1) {
    const last = tokens[next - 1]
    if (!last || last.isQuoted) break
    // A sign ends no name, except the dot of an abbreviation.
    if (!last.isWord && !isDotted(tokens, next - 2)) continue
    const key = nameKey(text.slice(first.from, last.to))
    const meanings = names.meaningsOf(key)
    if (meanings.length > 0) found = { count: next - at, meanings }
    else if (next === tokens.length && last.to === text.length && next > at + 1 && names.startsName(key)) {
      unfinished = next - at
    }
  }
  return found === undefined ? { unfinished } : { found, unfinished }
}

/** The longest name of two words or more, or a single one, with the given corrections of misspelt words. */
export function guessName(
  tokens: readonly Token[],
  at: number,
  corrections: ReadonlyMap<number, readonly string[]>,
  names: NameIndex,
): FoundName | undefined {
  let found: FoundName | undefined
  let guesses: string[] = ['']
  for (let next = at; next < Math.min(tokens.length, at + maxNameTokens); next += 1) {
    const token = tokens[next]
    if (!token?.isWord || token.isQuoted) break
    const words = corrections.get(next) ?? [nameKey(token.folded)]
    guesses = guesses
      .flatMap((guess) => words.map((word) => (guess === '' ? word : `${guess} ${word}`)))
      .slice(0, maxGuesses)
    if (![...corrections.keys()].some((index) => index >= at && index <= next)) continue
    // The first guess with a meaning, so that a misspelt word means one name.
    const meanings = guesses.map((guess) => names.meaningsOf(guess)).find((each) => each.length > 0)
    if (meanings) found = { count: next - at + 1, meanings }
  }
  return found
}
