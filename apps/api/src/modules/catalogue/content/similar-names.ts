import { matchKey } from '../matching/match-key.ts'

const maxSuggestions = 5
/** Below this, two names share trigrams by chance only. */
const minSimilarity = 0.35

/** The names most similar to the query, best first; empty when none is close. */
export function similarNames<Item extends { title: string }>(query: string, items: readonly Item[]): Item[] {
  const queryTrigrams = trigramsOf(query)
  return items
    .map((item) => ({ item, similarity: similarity(queryTrigrams, trigramsOf(item.title)) }))
    .filter((candidate) => candidate.similarity >= minSimilarity)
    .toSorted((left, right) => right.similarity - left.similarity)
    .slice(0, maxSuggestions)
    .map(({ item }) => item)
}

/** Trigrams per word, padded at both ends, so one typo changes few of them. */
function trigramsOf(name: string): Set<string> {
  const trigrams = new Set<string>()
  for (const word of matchKey(name).split(' ')) {
    const padded = `  ${word} `
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3))
  }
  return trigrams
}

/** Dice coefficient, 0 to 1. */
function similarity(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return (2 * left.intersection(right).size) / (left.size + right.size)
}
