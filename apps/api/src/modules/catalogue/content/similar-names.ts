import { openNameIndex } from '../names/name-index.ts'

const maxSuggestions = 5

/** The names most similar to the query, best first; empty when none is close. */
export function similarNames<Item extends { title: string }>(query: string, items: readonly Item[]): Item[] {
  const index = openNameIndex(items.map((item) => ({ item, names: [item.title] })))
  return index.nearest(query, maxSuggestions).map(({ item }) => item)
}
