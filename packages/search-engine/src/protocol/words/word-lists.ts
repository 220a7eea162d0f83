import type { Indexes } from '../../engine/indexes.ts'
import { dictionaryNames, type Dictionaries, type DictionaryEntry } from '../../language/dictionaries.ts'
import type { WordLists } from '../../language/rewrite-terms.ts'
import { rulesOfSynonym, type Synonym } from '../../language/synonyms.ts'
import { groupRules, type WordRules } from '../../language/word-rules.ts'
import { dictionaryIndex, dictionarySettings, recordsIn, synonymsOf } from '../internal-indexes.ts'

/** Computed again when the indexes that it comes from change. */
interface Cached<Value> {
  version: string
  value: Value
}

const caches = new WeakMap<Indexes, Map<string, Cached<unknown>>>()

function cachedBy<Value>(
  indexes: Indexes,
  name: string,
  { sources, make }: { sources: readonly string[]; make: () => Value },
): Value {
  const cache = caches.get(indexes) ?? new Map<string, Cached<unknown>>()
  caches.set(indexes, cache)
  const version = sources
    .map((source) => indexes.find(source))
    .map((index) => (index ? `${index.createdAt.getTime()}.${index.version}` : ''))
    .join(' ')
  const cached = cache.get(name)
  // Only `make` of the same name writes the entry.
  if (cached?.version === version) return cached.value as Value
  const value = make()
  cache.set(name, { version, value })
  return value
}

interface CurrentLists {
  version: number
  byIndex: Map<string, WordLists>
}

const current = new WeakMap<Indexes, CurrentLists>()

/** The synonyms of an index and the dictionaries, as the search uses them. */
export function wordListsFor(indexes: Indexes, index: string): WordLists {
  const version = indexes.version()
  let lists = current.get(indexes)
  if (lists?.version !== version) {
    lists = { version, byIndex: new Map() }
    current.set(indexes, lists)
  }
  const known = lists.byIndex.get(index)
  if (known) return known
  const found = { synonyms: synonymRules(indexes, index), dictionaries: dictionariesIn(indexes) }
  lists.byIndex.set(index, found)
  return found
}

function synonymRules(indexes: Indexes, index: string): WordRules {
  const name = synonymsOf(index)
  // The synonym routes validate what they write.
  const make = () =>
    groupRules(recordsIn(indexes, name).flatMap((record) => rulesOfSynonym(record as unknown as Synonym)))
  return cachedBy(indexes, name, { sources: [name], make })
}

export function dictionariesIn(indexes: Indexes): Dictionaries {
  const sources = [...dictionaryNames.map(dictionaryIndex), dictionarySettings]
  return cachedBy(indexes, 'dictionaries', { sources, make: () => readDictionaries(indexes) })
}

function readDictionaries(indexes: Indexes): Dictionaries {
  const settings = recordsIn(indexes, dictionarySettings)
  // The dictionary routes validate what they write.
  const entriesOf = (name: (typeof dictionaryNames)[number]) =>
    recordsIn(indexes, dictionaryIndex(name)) as unknown as DictionaryEntry[]
  const without = (name: string) => {
    const { languages = [] } = (settings.find(({ objectID }) => objectID === name) ?? {}) as {
      languages?: string[]
    }
    return new Set(languages)
  }
  return {
    entries: {
      plurals: entriesOf('plurals'),
      stopwords: entriesOf('stopwords'),
      compounds: entriesOf('compounds'),
    },
    withoutStandard: {
      plurals: without('plurals'),
      stopwords: without('stopwords'),
      compounds: without('compounds'),
    },
  }
}
