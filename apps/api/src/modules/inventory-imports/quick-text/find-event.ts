import type { Corrections } from '@terrace/domain/search/correct-words'
import { findName, guessName } from '@terrace/domain/search/find-name'
import { nameKinds, type NamedMeaning, type NameIndex } from '@terrace/domain/search/name-index'
import { nameKey, type Token } from '@terrace/domain/search/query-tokens'
import type { EventHints, QuickPart } from './quick-line.ts'

export interface FoundMeanings {
  tokens: number
  meanings: readonly NamedMeaning[]
}

/** The longest name at a token: a team, artist, venue, competition, city or event title, with nicknames. */
export function nameAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  names: NameIndex,
): FoundMeanings | undefined {
  if (!tokens[at]?.isWord) return undefined
  const { found } = findName(text, tokens, at, names)
  // Numbers are quantities, blocks and rows, whatever else is called 1975.
  if (found && !(found.count === 1 && /^\d+$/.test(tokens[at]?.folded ?? '')))
    return { tokens: found.count, meanings: found.meanings }
  const split = splitName(tokens[at], names)
  return split && { tokens: 1, meanings: split }
}

/** Like {@link nameAt}, with corrected spelling. */
export function guessedNameAt(
  tokens: readonly Token[],
  at: number,
  { names: words }: Corrections,
  names: NameIndex,
): FoundMeanings | undefined {
  const guess = guessName(tokens, at, words, names)
  return guess?.meanings.some(({ kind }) => kind !== 'event') === true
    ? { tokens: guess.count, meanings: guess.meanings }
    : undefined
}

/** 'ManU' as 'Man U'. */
function splitName(token: Token | undefined, names: NameIndex): readonly NamedMeaning[] | undefined {
  if (!token?.isWord || token.isQuoted || !/^[a-z]{4,20}$/.test(token.folded)) return undefined
  for (let at = 1; at < token.folded.length; at += 1) {
    const meanings = names.meaningsOf(`${token.folded.slice(0, at)} ${token.folded.slice(at)}`)
    if (meanings.some(({ kind }) => kind !== 'event')) return meanings
  }
  return undefined
}

/** The name as people mean it first: a team before a city of the same name. */
export function labelOf(meanings: readonly NamedMeaning[]): string {
  const kinds = [...nameKinds, 'event' as const]
  const [first] = meanings.toSorted((left, right) => kinds.indexOf(left.kind) - kinds.indexOf(right.kind))
  return first?.label ?? ''
}

/** Lines with equal keys mean the same event; '' when a line names none. */
export function eventKey({ names, days, time, side }: Omit<EventHints, 'words' | 'key'>): string {
  if (names.length === 0 && days.length === 0) return ''
  return [
    names.map((meanings) => nameKey(labelOf(meanings))).join('+'),
    days.map(({ start, end }) => (start === end ? start : `${start}/${end}`)).join('+'),
    time ?? '',
    side ?? '',
  ].join('|')
}

export const eventPart = (from: number, to: number, label: string): QuickPart => ({
  from,
  to,
  field: 'event',
  label,
})
