import type { Params } from '../../protocol/params.ts'
import { bestOfGroups, groupsOf, type Groups } from './distinct.ts'
import { countFacets } from './facets.ts'
import type { Hit } from './attribute-writer.ts'
import { createHitWriter, type HitOptions } from './hit-writer.ts'
import type { JsonBytes } from './json-bytes.ts'
import { createRanker, type Ranker, type RankOptions } from '../ranking/rank.ts'
import type { Criterion } from '../ranking/rank-costs.ts'
import { numberOf, textOf, type SearchResult } from '../search.ts'
import { memoizeByObject } from '../memoize.ts'
import { parseOrders, stringsOf, type IndexSettings } from '../settings.ts'
import { tokenize } from '../vocabulary/tokenize.ts'
import type { Turns } from '../turns.ts'

/** One page of results in Algolia's response format, without the fields that the protocol layer adds. */
export interface ResultPage {
  /** Each writes its JSON. Still valid after the index changes, unlike the matches. */
  hits: readonly WriteHit[]
  /** The other fields. */
  fields: Hit
}

export type WriteHit = (out: JsonBytes) => void

const allCriteria: readonly Criterion[] = [
  'typo',
  'geo',
  'words',
  'filters',
  'proximity',
  'attribute',
  'exact',
]

export async function buildResponse(
  found: SearchResult,
  params: Params,
  options: HitOptions,
  turns: Turns,
): Promise<ResultPage> {
  const { store, matches, optionOf } = found
  const limit = numberOf(store.settings['paginationLimitedTo'], 1000)
  const page = pageOf(params, numberOf(optionOf('hitsPerPage'), 20))
  const isBeyond = page.from >= limit && page.from > 0
  const to = Math.min(page.to, limit)
  const ranker = createRanker(store, matches, rankOptionsOf(found, params), turns)
  const groups = groupsOf(found)
  const ranked = isBeyond ? [] : await rankedPage(found, ranker, groups, { from: page.from, to })
  const writer = createHitWriter(found, params, options)
  const total = groups?.count ?? matches.count
  const hasInfo = params['getRankingInfo'] === true
  // A record may have been removed since it was found.
  const hits = ranked
    .filter(({ slot }) => store.isLive(slot))
    .map(({ slot, sequence }): WriteHit => {
      const more = {
        ...(sequence !== undefined && { _distinctSeqID: sequence }),
        ...(hasInfo && {
          _rankingInfo: { ...ranker.infoOf(slot), ...noGeo, ...found.distances?.infoOf(slot) },
        }),
      }
      const hasMore = hasInfo || sequence !== undefined
      return (out) => writer(out, slot, hasMore ? more : undefined)
    })
  const { userData } = store.settings
  const fields = {
    nbHits: isBeyond ? 0 : total,
    page: page.number,
    nbPages: isBeyond || page.size === 0 ? 0 : Math.ceil(Math.min(total, limit) / page.size),
    hitsPerPage: page.size,
    ...(page.isOffset && { offset: page.from, length: page.size }),
    ...(await facetsOf(found, params, groups, turns)),
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustive: { nbHits: true, typo: true, ...(params['facets'] !== undefined && { facetsCount: true }) },
    query: found.query,
    renderingContent: optionOf('renderingContent') ?? {},
    ...(userData !== undefined && userData !== null && { userData: [userData] }),
    ...queryAfterRemoval(found),
    ...(isBeyond && { message: beyondLimit(limit) }),
  }
  return { hits, fields }
}

interface RankedHit {
  slot: number
  /** The place in its group, when groups have several records. */
  sequence?: number
}

async function rankedPage(
  { matches }: SearchResult,
  ranker: Ranker,
  groups: Groups | undefined,
  { from, to }: { from: number; to: number },
): Promise<RankedHit[]> {
  if (!groups) {
    const slots = await ranker.page({ from, to: Math.min(to, matches.count) })
    return slots.map((slot) => ({ slot }))
  }
  const best = await bestOfGroups(groups, (count) => ranker.page({ from: 0, to: count }), {
    from,
    to,
    total: matches.count,
  })
  return best.flatMap((slots) =>
    slots.map((slot, sequence) => (groups.perGroup > 1 ? { slot, sequence } : { slot })),
  )
}

/** The query with its removed words marked, when words were removed to find anything. */
function queryAfterRemoval({ query, matches, words }: SearchResult): Hit {
  const required = new Set(matches.words.filter(({ isOptional }) => !isOptional).map(({ text }) => text))
  const removed = words.filter(({ text, isOptional }) => !isOptional && !required.has(text))
  if (matches.count === 0 || removed.length === 0) return {}
  const texts = new Set(removed.map(({ text }) => text))
  let [marked, at] = ['', 0]
  for (const { folded, start, end } of tokenize(query)) {
    if (!texts.has(folded)) continue
    marked += `${query.slice(at, start)}<em>${query.slice(start, end)}</em>`
    at = end
  }
  return { queryAfterRemoval: marked + query.slice(at) }
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

const criteriaIn = (ranking: readonly string[]): readonly Criterion[] =>
  allCriteria
    .filter((criterion) => ranking.length === 0 || ranking.includes(criterion))
    .toSorted((left, right) => ranking.indexOf(left) - ranking.indexOf(right))

const criteriaOf = memoizeByObject((settings: IndexSettings) => criteriaIn(stringsOf(settings['ranking'])))

function rankOptionsOf({ store, score, distances, optionOf }: SearchResult, params: Params): RankOptions {
  const requested = stringsOf(params['ranking']).filter((line) => line !== '')
  const exactOn = textOf(optionOf('exactOnSingleWordQuery'), 'attribute')
  return {
    criteria: requested.length > 0 ? criteriaIn(requested) : criteriaOf(store.settings),
    sortBy: requested.length > 0 ? parseOrders(requested) : store.parsedSettings.sortBy,
    inexact: new Set(stringsOf(optionOf('disableExactOnAttributes'))),
    score,
    distances,
    exactOnSingleWord: exactOn === 'word' || exactOn === 'none' ? exactOn : 'attribute',
    minProximity: numberOf(optionOf('minProximity'), 1),
  }
}

async function facetsOf(
  { store, matches, optionOf }: SearchResult,
  params: Params,
  groups: Groups | undefined,
  turns: Turns,
): Promise<Hit> {
  const names = stringsOf(params['facets'])
  if (names.length === 0) return {}
  const isAfterDistinct = (name: string) =>
    params['facetingAfterDistinct'] === true ||
    store.parsedSettings.facets.get(name)?.isAfterDistinct === true
  const matchesFor = (name: string) => (groups && isAfterDistinct(name) ? groups.representatives : matches)
  const { facets, facets_stats } = await countFacets(store, matchesFor, turns, {
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
