import type { FeedFacets } from '@terrace/contracts/listings'
import { isSameSection, type FeedParams } from './feed-params.ts'

/** Words that say only that a part of the venue is meant. */
const genericWords = new Set(['tier', 'level', 'ring', 'bowl', 'stand', 'deck', 'block', 'section', 'sec'])

/** Turns typed venue parts into category filters, or into section filters if no category matches. */
export function resolveVenueParts(
  venueParts: readonly string[],
  { category = [], section = [], ignored_word: ignoredWords = [] }: FeedParams,
  { categories, sections }: Pick<FeedFacets, 'categories' | 'sections'>,
): FeedParams {
  const found = { category: [...category], section: [...section], ignoredWords: [...ignoredWords] }
  for (const venuePart of venueParts) {
    const words = wordsOf(venuePart)
    const ids = categories.filter(({ name }) => hasWords(name, words)).map(({ id }) => id)
    const names = sections
      .filter(({ name }) => isSameSection(name, venuePart) || hasWords(name, words))
      .map(({ name }) => name)
    if (ids.length > 0) found.category.push(...ids)
    else if (names.length > 0) found.section.push(...names)
    else found.ignoredWords.push(venuePart)
  }
  const uniqueOrUndefined = <Value>(values: readonly Value[]) =>
    values.length > 0 ? [...new Set(values)] : undefined
  return {
    venue_part: undefined,
    category: uniqueOrUndefined(found.category),
    section: uniqueOrUndefined(found.section),
    ignored_word: uniqueOrUndefined(found.ignoredWords),
  }
}

/** The words of 'Longside', 'cat 1' and 'Category 1' as in names of categories. */
function wordsOf(text: string): string[] {
  const words = text
    .toLowerCase()
    .replaceAll(/\bcat(?:egory)? ?(?=\d)/g, 'category ')
    .replaceAll(/\b(long|short) ?side\b/g, '$1 side')
    .replaceAll(/\bmid\b/g, 'middle')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const specific = words.filter((word) => !genericWords.has(word))
  return specific.length > 0 ? specific : words
}

function hasWords(name: string, words: readonly string[]): boolean {
  const nameWords = wordsOf(name)
  return words.length > 0 && words.every((word) => nameWords.includes(word))
}
