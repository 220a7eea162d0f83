import { badRequest } from './algolia-error.ts'

export type Kind = 'text' | 'integer' | 'flag' | 'texts' | 'any'

/** Search parameters. Settings of the same name are their defaults. */
export const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...named('text', 'query similarQuery filters cursor highlightPreTag highlightPostTag snippetEllipsisText'),
  ...named(
    'text',
    'aroundLatLng userToken sortFacetValuesBy facetQuery queryType removeWordsIfNoResults mode',
  ),
  ...named('text', 'exactOnSingleWordQuery attributeForDistinct'),
  ...named(
    'integer',
    'page hitsPerPage offset length maxValuesPerFacet minWordSizefor1Typo minWordSizefor2Typos',
  ),
  ...named('integer', 'minProximity maxFacetHits relevancyStrictness personalizationImpact'),
  ...named('integer', 'minimumAroundRadius'),
  ...named('flag', 'getRankingInfo sumOrFiltersScores analytics clickAnalytics percentileComputation'),
  ...named('flag', 'enableABTest enablePersonalization enableRules enableReRanking synonyms advancedSyntax'),
  ...named('flag', 'allowTyposOnNumericTokens replaceSynonymsInHighlight restrictHighlightAndSnippetArrays'),
  ...named('flag', 'facetingAfterDistinct aroundLatLngViaIP decompoundQuery'),
  ...named('flag', 'attributeCriteriaComputedByMinProximity'),
  ...named(
    'texts',
    'attributesToRetrieve attributesToHighlight attributesToSnippet restrictSearchableAttributes',
  ),
  ...named('texts', 'facets responseFields analyticsTags ruleContexts alternativesAsExact queryLanguages'),
  ...named('texts', 'naturalLanguages disableTypoToleranceOnAttributes disableExactOnAttributes'),
  ...named('texts', 'disableTypoToleranceOnWords advancedSyntaxFeatures ranking customRanking'),
  ...named(
    'any',
    'facetFilters numericFilters tagFilters optionalFilters optionalWords typoTolerance distinct',
  ),
  ...named(
    'any',
    'ignorePlurals removeStopWords aroundRadius aroundPrecision insideBoundingBox insidePolygon semanticSearch',
  ),
  ...named('any', 'renderingContent reRankingApplyFilter userData extensions'),
])

function named(kind: Kind, names: string): [string, Kind][] {
  return names.split(' ').map((name) => [name, kind])
}

/** Settings that are not search parameters too. */
export const settingKinds: ReadonlyMap<string, Kind> = new Map([
  ...named('texts', 'searchableAttributes attributesForFaceting unretrievableAttributes replicas'),
  ...named('texts', 'disablePrefixOnAttributes camelCaseAttributes indexLanguages'),
  ...named('texts', 'attributesToTransliterate numericAttributesForFiltering'),
  ...named('integer', 'paginationLimitedTo'),
  ...named('flag', 'allowCompressionOfIntegerArray'),
  ...named('text', 'separatorsToIndex keepDiacriticsOnCharacters'),
  ...named('any', 'customNormalization decompoundedAttributes'),
])

/** Each name of a list is compared with each attribute of each hit. */
const maxListLength = 100

export const readers: Readonly<Record<Kind, (name: string, value: unknown) => unknown>> = {
  any: (_name, value) => value,
  text: (name, value) => {
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    throw badRequest(`Invalid value for "${name}" parameter, expected string`)
  },
  flag: (name, value) => {
    if (value === true || value === 'true' || value === 1 || value === '1') return true
    if (value === false || value === 'false' || value === 0 || value === '0') return false
    throw badRequest(`Invalid value for "${name}" parameter, expected boolean`)
  },
  integer: integerOf,
  texts: textsOf,
}

function integerOf(name: string, value: unknown): number {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw badRequest(`Invalid value for "${name}" parameter, expected integer`)
}

function textsOf(name: string, value: unknown): string[] {
  let list = value
  if (typeof value === 'string') {
    list = value.trim() === '' ? [] : value.split(',').map((part) => part.trim())
    if (value.startsWith('[')) {
      try {
        list = JSON.parse(value)
      } catch {
        throw badRequest(`Invalid value for "${name}" parameter, expected array of strings`)
      }
    }
  }
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    throw badRequest(`Invalid value for "${name}" parameter, expected array of strings`)
  }
  if (list.length > maxListLength) {
    throw badRequest(`Invalid value for "${name}" parameter, expected at most ${maxListLength} items`)
  }
  return list
}
