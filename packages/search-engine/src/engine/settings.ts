import { tokenize } from './vocabulary/tokenize.ts'

/** Settings as received, under Algolia's names. Unsupported settings are stored and returned unchanged. */
export type IndexSettings = Readonly<Record<string, unknown>>

export interface SearchableAttribute {
  path: string
  /** 0 ranks first; attributes on one comma-separated line share a priority. */
  priority: number
  /** Ignores the position of a word in the text. */
  isUnordered: boolean
}

export interface CustomOrder {
  path: string
  isDescending: boolean
}

export interface FacetSetting {
  isSearchable: boolean
  isFilterOnly: boolean
  /** Counts one record of each group of `distinct`. */
  isAfterDistinct: boolean
}

export interface ParsedSettings {
  /** Undefined searches every text of a record with equal priority. */
  searchable: SearchableAttribute[] | undefined
  facets: ReadonlyMap<string, FacetSetting>
  customRanking: CustomOrder[]
  /** Sort orders named by `ranking`, as in Algolia's replicas. */
  sortBy: CustomOrder[]
  unretrievable: ReadonlySet<string>
  withoutTypos: ReadonlySet<string>
  withoutPrefixes: ReadonlySet<string>
  /** Words of a query that records may lack. */
  optionalWords: ReadonlySet<string>
  /** Words of a query that match exactly only. */
  wordsWithoutTypos: ReadonlySet<string>
}

export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** `unordered(title)` → modifiers ['unordered'], path 'title'. */
function parseModifiers(text: string): { path: string; modifiers: string[] } {
  const modifiers: string[] = []
  let path = text.trim()
  for (;;) {
    const match = /^(\w+)\((.*)\)$/.exec(path)
    if (!match) return { path, modifiers }
    modifiers.push(match[1] ?? '')
    path = (match[2] ?? '').trim()
  }
}

function parseSearchableAttributes(value: unknown): SearchableAttribute[] | undefined {
  const lines = stringsOf(value)
  if (lines.length === 0) return undefined
  return lines.flatMap((line, priority) =>
    line.split(',').map((part) => {
      const { path, modifiers } = parseModifiers(part)
      // Algolia ignores positions in attributes that share a priority.
      return { path, priority, isUnordered: modifiers.includes('unordered') || line.includes(',') }
    }),
  )
}

export function parseOrders(value: unknown): CustomOrder[] {
  return stringsOf(value).flatMap((text) => {
    const { path, modifiers } = parseModifiers(text)
    return modifiers.length === 0 ? [] : [{ path, isDescending: modifiers[0] === 'desc' }]
  })
}

export function parseSettings(settings: IndexSettings): ParsedSettings {
  const facets = new Map(
    stringsOf(settings['attributesForFaceting']).map((text) => {
      const { path, modifiers } = parseModifiers(text)
      return [
        path,
        {
          isSearchable: modifiers.includes('searchable'),
          isFilterOnly: modifiers.includes('filterOnly'),
          isAfterDistinct: modifiers.includes('afterDistinct'),
        },
      ] as const
    }),
  )
  return {
    searchable: parseSearchableAttributes(settings['searchableAttributes']),
    facets,
    customRanking: parseOrders(settings['customRanking']),
    sortBy: parseOrders(settings['ranking']),
    unretrievable: new Set(stringsOf(settings['unretrievableAttributes'])),
    withoutTypos: new Set(stringsOf(settings['disableTypoToleranceOnAttributes'])),
    withoutPrefixes: new Set(stringsOf(settings['disablePrefixOnAttributes'])),
    optionalWords: wordSet(settings['optionalWords']),
    wordsWithoutTypos: wordSet(settings['disableTypoToleranceOnWords']),
  }
}

function wordSet(texts: unknown): ReadonlySet<string> {
  return new Set(stringsOf(texts).flatMap((text) => tokenize(text).map(({ folded }) => folded)))
}
