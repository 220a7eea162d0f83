import type { Indexes } from '../engine/indexes.ts'
import type { SearchRecord } from '../engine/records/record-values.ts'
import type { SearchIndex } from '../engine/search-index.ts'
import type { DictionaryName } from '../language/dictionaries.ts'

/**
 * Synonyms, dictionary entries and API keys are records of internal indexes, so that the host persists and replicates
 * them like all others. Their names contain a slash, which callers cannot use.
 */
export const isInternal = (index: string): boolean => index.includes('/')

export const synonymsOf = (index: string): string => `synonyms/${index}`
export const dictionaryIndex = (name: DictionaryName): string => `dictionaries/${name}`
/** Which languages do without the standard entries: one record per dictionary. */
export const dictionarySettings = 'dictionaries/settings'
export const apiKeysIndex = 'keys/all'
/** The networks that may call. */
export const sourcesIndex = 'keys/sources'

export function recordsIn(indexes: Indexes, name: string): SearchRecord[] {
  const store = indexes.find(name)?.store
  if (!store) return []
  return liveSlots(store).map((slot) => store.recordAt(slot))
}

function liveSlots(store: SearchIndex['store']): number[] {
  return Array.from({ length: store.slots }, (_, slot) => slot).filter((slot) => store.isLive(slot))
}
