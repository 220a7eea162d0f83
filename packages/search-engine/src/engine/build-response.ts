import type { Params } from '../protocol/params.ts'
import { countFacets } from './facets.ts'
import { createHitWriter, type Hit, type HitOptions } from './hit-writer.ts'
import { createRanker, type RankOptions } from './rank.ts'
import type { Criterion } from './rank-costs.ts'
import { numberOf, textOf, type SearchResult } from './search.ts'
import { stringsOf } from './settings.ts'

/** One page of results in Algolia's response format, without the fields that the protocol layer adds. */
export interface ResultPage {
  /** As JSON, written one at a time. Still valid after the index changes, unlike the matches. */
  hits: Iterable<string>
  /** The other fields. */
  fields: Hit
}

const allCriteria: readonly Criterion[] = ['typo', 'words', 'filters', 'proximity', 'attribute', 'exact']

export function buildResponse(found: SearchResult, params: Params, options: HitOptions): ResultPage {
  const { store, matches, optionOf } = found
  const limit = numberOf(store.settings['paginationLimitedTo'], 1000)
  const page = pageOf(params, numberOf(optionOf('hitsPerPage'), 20))
  const isBeyond = page.from >= limit && page.from > 0
  const to = Math.min(page.to, limit)
  const ranker = createRanker(store, matches, rankOptionsOf(found))
  const ranked = isBeyond ? [] : ranker.best(Math.min(to, matches.count)).slice(page.from)
  const writer = createHitWriter(found, params, options)
  const total = matches.count
  const hasInfo = params['getRankingInfo'] === true
  // A record may have been removed since it was found.
  const pending = ranked.filter(store.isLive).map((slot) => ({
    record: store.recordAt(slot),
    info: hasInfo ? { _rankingInfo: { ...ranker.infoOf(slot), ...noGeo } } : undefined,
  }))
  const fields = {
    nbHits: isBeyond ? 0 : total,
    page: page.number,
    nbPages: isBeyond || page.size === 0 ? 0 : Math.ceil(Math.min(total, limit) / page.size),
    hitsPerPage: page.size,
    ...(page.isOffset && { offset: page.from, length: page.size }),
    ...facetsOf(found, params),
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustive: { nbHits: true, typo: true, ...(params['facets'] !== undefined && { facetsCount: true }) },
    query: found.query,
    renderingContent: {},
    ...(isBeyond && { message: beyondLimit(limit) }),
  }
  return { hits: pending.values().map(({ record, info }) => writer(record, info)), fields }
}

const noGeo = { geoDistance: 0, geoPrecision: 1, userScore: 0 }

const beyondLimit = (limit: number): string =>
  `you can only fetch the ${limit} hits for this query. You can extend the number of hits returned via the paginationLimitedTo index parameter or use the browse method. You can read our FAQ for more details about browsing: https://www.algolia.com/doc/faq/index-configuration/how-can-i-retrieve-all-the-records-in-my-index`

function pageOf(params: Params, size: number) {
  const { offset, length } = params
  if (typeof offset === 'number' || typeof length === 'number') {
    const from = numberOf(offset, 0)
    const pageLength = numberOf(length, size)
    return { number: 0, size: pageLength, from, to: from + pageLength, isOffset: true }
  }
  const number = numberOf(params['page'], 0)
  return { number, size, from: number * size, to: (number + 1) * size, isOffset: false }
}

function rankOptionsOf({ store, score, optionOf }: SearchResult): RankOptions {
  const ranking = stringsOf(store.settings['ranking'])
  const criteria = allCriteria.filter((criterion) => ranking.length === 0 || ranking.includes(criterion))
  const exactOn = textOf(optionOf('exactOnSingleWordQuery'), 'attribute')
  return {
    criteria: criteria.toSorted((left, right) => ranking.indexOf(left) - ranking.indexOf(right)),
    sortBy: store.parsedSettings.sortBy,
    score,
    exactOnSingleWord: exactOn === 'word' || exactOn === 'none' ? exactOn : 'attribute',
    minProximity: numberOf(optionOf('minProximity'), 1),
  }
}

function facetsOf({ store, matches, optionOf }: SearchResult, params: Params): Hit {
  const names = stringsOf(params['facets'])
  if (names.length === 0) return {}
  const { facets, facets_stats } = countFacets(store, matches, {
    names,
    maxValues: numberOf(optionOf('maxValuesPerFacet'), 100),
    order: optionOf('sortFacetValuesBy') === 'alpha' ? 'alpha' : 'count',
  })
  return {
    facets,
    ...(Object.keys(facets_stats).length > 0 && { facets_stats }),
    exhaustiveFacetsCount: true,
  }
}
