import { countFacet } from '../../engine/response/facets.ts'
import { createHighlighter } from '../../engine/response/highlight.ts'
import type { Hit } from '../../engine/response/attribute-writer.ts'
import { queryTermsOf, type QueryOptions } from '../../engine/matching/query.ts'
import { find, numberOf, textOf } from '../../engine/search.ts'
import { findFuzzyTerms } from '../../engine/vocabulary/fuzzy-terms.ts'
import { tokenize } from '../../engine/vocabulary/tokenize.ts'
import { badRequest } from '../algolia-error.ts'
import { applyEnforcedParams } from './enforced-params.ts'
import { readParams } from '../params.ts'
import { indexOf, type JsonObject, type SearchContext } from './search-context.ts'
import { wordListsFor } from '../words/word-lists.ts'

const facetQueryOptions: QueryOptions = {
  queryType: 'prefixLast',
  typoLengths: { one: 4, two: 8 },
  allowsTyposInNumbers: true,
  optionalWords: new Set(),
  removeWordsIfNoResults: 'none',
}

/** Facet values that match `facetQuery` among the search results, most frequent first. */
export async function facetValues(
  call: SearchContext,
  { index: name, facet, body }: { index: string; facet: string; body: JsonObject },
): Promise<Hit> {
  const { budget } = call
  const from = performance.now()
  const { store } = indexOf(call, name)
  const params = applyEnforcedParams(readParams(body), call.grant)
  if (!store.parsedSettings.facets.get(facet)?.isSearchable) {
    throw badRequest(
      `Cannot search in \`${facet.slice(0, 100)}\` attribute, you need to add \`searchable(${facet.slice(0, 100)})\` to attributesForFaceting.`,
    )
  }
  const { matches } = await find(store, params, budget, wordListsFor(call.indexes, name))
  const words = queryTermsOf(textOf(params['facetQuery'], ''), facetQueryOptions)
  const facetCounts = await countFacet(store, facet, matches, budget)
  const highlighter = createHighlighter(store.vocabulary, words, [
    textOf(params['highlightPreTag'], '<em>'),
    textOf(params['highlightPostTag'], '</em>'),
  ])
  const matchesQuery = (value: string): boolean => {
    const terms = tokenize(value)
      .map(({ folded }) => folded)
      .toSorted((left, right) => (left < right ? -1 : 1))
    return words.every(({ text: word, ...rest }) => {
      let isNear = false
      findFuzzyTerms(terms, { word, ...rest }, () => {
        isNear = true
      })
      return isNear
    })
  }
  const maxHits = numberOf(params['maxFacetHits'], 10)
  const hits: Hit[] = []
  for (const { value, count } of facetCounts) {
    if (hits.length >= maxHits) break
    if (budget.isTurnOver()) await budget.takeTurn()
    if (matchesQuery(value)) hits.push({ value, highlighted: highlighter.text(value).value, count })
  }
  return {
    facetHits: hits,
    exhaustiveFacetsCount: true,
    exhaustive: { facetsCount: true },
    processingTimeMS: Math.max(1, Math.round(performance.now() - from)),
  }
}
