import { monthNames, weekdayNames } from './calendar-days.ts'
import { editDistance } from '../text/edit-distance.ts'
import type { NameIndex } from './name-index.ts'
import type { Token } from './query-tokens.ts'

/** Words of dates, stages and deliveries, which are misspelt like names. */
const grammarWords: readonly string[] = [
  ...monthNames.map((name) => name.toLowerCase()),
  ...weekdayNames.map((name) => name.toLowerCase()),
  ...'tomorrow tonight weekend christmas easter thanksgiving'.split(' '),
  ...'final semifinal quarterfinal eticket etickets tickets'.split(' '),
]
/** Further unknown words are not corrected. */
const maxCorrected = 12

export interface Corrections {
  /** Corrected words of names by token. */
  names: ReadonlyMap<number, readonly string[]>
  /** The tokens with corrected words of dates, stages and deliveries. */
  tokens: readonly Token[]
}

/**
 * Corrects words that are neither words of a name nor the beginning of one: one edit from four letters on, two from
 * eight letters on.
 */
export function correctWords(tokens: readonly Token[], names: NameIndex): Corrections {
  const ofNames = new Map<number, readonly string[]>()
  const corrected = [...tokens]
  let count = 0
  for (const [index, token] of tokens.entries()) {
    const { folded } = token
    if (count >= maxCorrected) break
    if (!token.isWord || token.isQuoted || folded.length < 4 || !/^[a-z']+$/.test(folded)) continue
    if (isKnown(folded, names)) continue
    count += 1
    const distance = folded.length >= 8 ? 2 : 1
    const [nearest, away] = nearestGrammarWord(folded, distance)
    const nearestNames = names.nearestWords(folded, nearest === undefined ? distance : away)
    if (nearestNames.length > 0) ofNames.set(index, nearestNames)
    const isCloser =
      nearest !== undefined && nearestNames.every((word) => editDistance(folded, word, 9) >= away)
    if (isCloser) corrected[index] = { ...token, folded: nearest }
  }
  return { names: ofNames, tokens: corrected }
}

function isKnown(word: string, names: NameIndex): boolean {
  return (
    names.startsWord(word) || grammarWords.some((each) => each.startsWith(word)) || everydayWords.has(word)
  )
}

/** Words of queries that are near names or dates without meaning them. */
const everydayWords: ReadonlySet<string> = new Set(
  (
    'with from under over next this game games match matches show shows live tour race races cheap best seat seats home ' +
    'away lower upper floor block below above between mobile paper hand concert concerts stadium arena ground stand ' +
    'night evening morning after before week weeks month months pair paris each date dates derby cup league round'
  ).split(' '),
)

function nearestGrammarWord(word: string, distance: number): [string, number] | [undefined, 0] {
  let best: string | undefined
  let smallest = distance + 1
  for (const each of grammarWords) {
    const found = editDistance(word, each, smallest)
    if (found < smallest) [best, smallest] = [each, found]
  }
  return best === undefined ? [undefined, 0] : [best, smallest]
}
