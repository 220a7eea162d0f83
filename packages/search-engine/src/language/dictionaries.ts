import { getOrMake, memoizeByObject } from '../engine/memoize.ts'

export const dictionaryNames = ['plurals', 'stopwords', 'compounds'] as const
export type DictionaryName = (typeof dictionaryNames)[number]

/** An entry of a dictionary, as the Algolia API stores it. */
export interface DictionaryEntry {
  objectID: string
  language: string
  /** Of a stop word or compound. */
  word?: string
  /** The forms of one word. */
  words?: readonly string[]
  /** The parts of a compound. */
  decomposition?: readonly string[]
  /** A disabled stop word is kept in queries. */
  state?: 'enabled' | 'disabled'
}

export interface Dictionaries {
  entries: Readonly<Record<DictionaryName, readonly DictionaryEntry[]>>
  /** Languages that use custom entries only. */
  withoutStandard: Readonly<Record<DictionaryName, ReadonlySet<string>>>
}

export const emptyDictionaries: Dictionaries = {
  entries: { plurals: [], stopwords: [], compounds: [] },
  withoutStandard: { plurals: new Set(), stopwords: new Set(), compounds: new Set() },
}

/**
 * The languages that a parameter such as `ignorePlurals` selects: those it lists, or with `true` those of the query.
 * An empty list means all languages; undefined means that it selects none.
 */
export function selectedLanguages(
  parameter: unknown,
  queryLanguages: readonly string[],
): readonly string[] | undefined {
  if (parameter === true || parameter === 'true') return queryLanguages.map((code) => code.toLowerCase())
  if (!Array.isArray(parameter)) return undefined
  const listed = parameter.filter((code) => typeof code === 'string' && code !== '')
  return listed.length === 0 ? undefined : listed.map((code: string) => code.toLowerCase())
}

const derivedValues = memoizeByObject((_dictionaries: Dictionaries) => new Map<string, unknown>())

/** Computes a value from the dictionaries once per key: they change rarely, and every query needs it. */
export function derivedFrom<Value>(dictionaries: Dictionaries, key: string, make: () => Value): Value {
  // Only `make` of the same key writes the value.
  return getOrMake(derivedValues(dictionaries), key, make, maxDerived) as Value
}

const maxDerived = 100

/** Whether the languages, of which none means all, contain this one. */
export const includesLanguage = (languages: readonly string[], language: string): boolean =>
  languages.length === 0 || languages.includes(language)
