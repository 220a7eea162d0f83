import type { IndexSettings } from '../engine/settings.ts'
import { badRequest } from './algolia-error.ts'
import { kinds, readers, settingKinds } from './param-kinds.ts'
import { checkParams } from './params.ts'
import type { JsonObject } from './search/search-context.ts'

/** Search parameters that have no default per index. */
const notSettings = new Set(
  'query similarQuery filters facetFilters numericFilters tagFilters optionalFilters page offset length cursor'.split(
    ' ',
  ),
)

/**
 * Validated changes to settings; null resets a setting.
 * @throws AlgoliaError 400 that names the invalid setting
 */
export function readSettings(body: JsonObject): IndexSettings {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(body)) {
    // Part of a response, which clients send back.
    if (name === 'version' || name === 'primary') continue
    const kind = settingKinds.get(name) ?? (notSettings.has(name) ? undefined : kinds.get(name))
    if (!kind) throw badRequest(`Unknown setting: ${name.slice(0, 100)}`)
    changes[name] = value === null ? null : readers[kind](name, value)
  }
  checkParams(changes)
  return changes
}

/** The settings of an index with Algolia's values for those that are not set. */
export function shownSettings(settings: IndexSettings, primary: string | undefined): JsonObject {
  const set = Object.entries(settings).filter(([, value]) => value !== null)
  return {
    ...defaultSettings,
    ...Object.fromEntries(set),
    ...(primary !== undefined && { primary }),
    version: 2,
  }
}

const defaultSettings = {
  minWordSizefor1Typo: 4,
  minWordSizefor2Typos: 8,
  hitsPerPage: 20,
  maxValuesPerFacet: 100,
  paginationLimitedTo: 1000,
  exactOnSingleWordQuery: 'attribute',
  ranking: ['typo', 'geo', 'words', 'filters', 'proximity', 'attribute', 'exact', 'custom'],
  separatorsToIndex: '',
  removeWordsIfNoResults: 'none',
  queryType: 'prefixLast',
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  alternativesAsExact: ['ignorePlurals', 'singleWordSynonym'],
}
