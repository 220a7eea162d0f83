import type { QueryTerm } from '../matching/query.ts'

/** The neighbours of a word in a text, in normalised form. */
export interface Neighbours {
  next: string | undefined
  previous: string | undefined
}

/** Tests whether a word of a text belongs to one of the term's alternatives. */
export function alternativeTest({
  alternatives = [],
}: QueryTerm): (word: string, neighbours: Neighbours) => boolean {
  const single = new Set(alternatives.flatMap(({ words }) => (words.length === 1 ? words : [])))
  const phrases = alternatives.flatMap(({ words }) => (words.length > 1 ? [words] : []))
  return (word, { next, previous }) =>
    single.has(word) ||
    phrases.some((phrase) => {
      const at = phrase.indexOf(word)
      if (at === -1) return false
      return (
        (next !== undefined && phrase[at + 1] === next) ||
        (previous !== undefined && phrase[at - 1] === previous)
      )
    })
}
