import { wordsOf } from './words.ts'

/** Settings as they came, by Algolia's names: what is not used here is kept and given back. */
export type IndexSettings = Readonly<Record<string, unknown>>

export interface SearchableAttribute {
  path: string
  /** 0 counts most; attributes written together with commas share one. */
  priority: number
  /** Where in the text a word stands does not count. */
  isUnordered: boolean
}

export interface CustomOrder {
  path: string
  isDescending: boolean
}

/** The settings that the engine reads, understood. */
export interface ReadSettings {
  /** Undefined: every text of a record is searched, each as important as the other. */
  searchable: SearchableAttribute[] | undefined
  facets: ReadonlyMap<string, { isSearchable: boolean; isFilterOnly: boolean }>
  custom: CustomOrder[]
  /** The orders that `ranking` itself names, as replicas for sorting do. */
  sortBy: CustomOrder[]
  unretrievable: ReadonlySet<string>
  /** Attributes in which a word is met only as it is written, and only where it is written whole. */
  withoutTypos: ReadonlySet<string>
  withoutPrefixes: ReadonlySet<string>
  /** Words of a query that need not be met. */
  optionalWords: ReadonlySet<string>
}

export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** `unordered(title)` → modifiers ['unordered'], path 'title'. */
function readModifiers(text: string): { path: string; modifiers: string[] } {
  const modifiers: string[] = []
  let path = text.trim()
  for (;;) {
    const match = /^(\w+)\((.*)\)$/.exec(path)
    if (!match) return { path, modifiers }
    modifiers.push(match[1] ?? '')
    path = (match[2] ?? '').trim()
  }
}

function readSearchable(value: unknown): SearchableAttribute[] | undefined {
  const lines = stringsOf(value)
  if (lines.length === 0) return undefined
  return lines.flatMap((line, priority) =>
    line.split(',').map((part) => {
      const { path, modifiers } = readModifiers(part)
      // Attributes that share a priority have no order among them, nor within.
      return { path, priority, isUnordered: modifiers.includes('unordered') || line.includes(',') }
    }),
  )
}

function readOrders(value: unknown): CustomOrder[] {
  return stringsOf(value).flatMap((text) => {
    const { path, modifiers } = readModifiers(text)
    return modifiers.length === 0 ? [] : [{ path, isDescending: modifiers[0] === 'desc' }]
  })
}

export function readSettings(settings: IndexSettings): ReadSettings {
  const facets = new Map(
    stringsOf(settings['attributesForFaceting']).map((text) => {
      const { path, modifiers } = readModifiers(text)
      return [
        path,
        { isSearchable: modifiers.includes('searchable'), isFilterOnly: modifiers.includes('filterOnly') },
      ] as const
    }),
  )
  return {
    searchable: readSearchable(settings['searchableAttributes']),
    facets,
    custom: readOrders(settings['customRanking']),
    sortBy: readOrders(settings['ranking']),
    unretrievable: new Set(stringsOf(settings['unretrievableAttributes'])),
    withoutTypos: new Set(stringsOf(settings['disableTypoToleranceOnAttributes'])),
    withoutPrefixes: new Set(stringsOf(settings['disablePrefixOnAttributes'])),
    optionalWords: new Set(
      stringsOf(settings['optionalWords']).flatMap((text) => wordsOf(text).map(({ folded }) => folded)),
    ),
  }
}
