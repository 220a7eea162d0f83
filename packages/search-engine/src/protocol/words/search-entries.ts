import { foldedWords } from '../../language/word-rules.ts'
import { badRequest } from '../algolia-error.ts'
import type { JsonObject } from '../search/search-context.ts'

interface EntryPage<Entry> {
  hits: Entry[]
  page: number
  nbHits: number
  nbPages: number
}

/**
 * A page of the entries whose texts have every word of the `query`, as a whole or as a prefix.
 * @throws AlgoliaError 400 that names an invalid parameter
 */
export function searchEntries<Entry extends object>(
  entries: readonly Entry[],
  body: JsonObject,
): EntryPage<Entry> {
  const { query = '' } = body
  if (typeof query !== 'string') throw badRequest('query: expected a text')
  const page = countOf('page', body['page'] ?? 0, 1_000_000)
  const size = countOf('hitsPerPage', body['hitsPerPage'] ?? 20, 1000)
  const words = foldedWords(query)
  const found = entries.filter((entry) => {
    const texts = textsOf(entry).flatMap(foldedWords)
    return words.every((word) => texts.some((text) => text.startsWith(word)))
  })
  return {
    hits: found.slice(page * size, (page + 1) * size),
    page,
    nbHits: found.length,
    nbPages: size === 0 ? 0 : Math.ceil(found.length / size),
  }
}

/** The texts of an entry, without its id and type. */
function textsOf(entry: object): string[] {
  return Object.entries(entry)
    .filter(([name]) => name !== 'objectID' && name !== 'type')
    .flatMap(([, value]: [string, unknown]) => (Array.isArray(value) ? value.map(String) : [String(value)]))
}

export function countOf(name: string, value: unknown, most: number): number {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 && number <= most)
    return number
  throw badRequest(`${name}: expected an integer between 0 and ${most}`)
}

/** @throws AlgoliaError 400 */
export function textsIn(name: string, value: unknown, most = 100): string[] {
  const isList =
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && item !== '')
  if (!isList) throw badRequest(`${name}: expected a list of texts`)
  if (value.length > most) throw badRequest(`${name}: expected at most ${most} texts`)
  return value as string[]
}

/** @throws AlgoliaError 400 */
export function textIn(name: string, value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= 500) return value
  throw badRequest(`${name}: expected a text of at most 500 characters`)
}
