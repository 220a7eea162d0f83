import type { Params } from '../protocol/params.ts'
import { countFacets } from './facets.ts'
import { createHighlighter, type Highlighter } from './highlight.ts'
import { createRanker, type Criterion, type RankOptions } from './rank.ts'
import { mapTexts, textsOf, type SelectPath, type Shaped } from './record-texts.ts'
import type { SearchRecord } from './record-values.ts'
import { numberOf, textOf, type SearchResult } from './search.ts'
import { stringsOf } from './settings.ts'
import type { Store } from './store.ts'

export type Hit = Record<string, unknown>

export interface HitOptions {
  /** Includes attributes that `unretrievableAttributes` hides from the public. */
  isAdmin: boolean
}

/** One page of results in Algolia's response format, without the fields that the protocol layer adds. */
export interface ResultPage {
  /** Built one at a time. Still valid after other searches, unlike the matches. */
  hits: Iterable<Hit>
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
  const pending = ranked.map(({ slot, row }) => ({
    record: store.recordAt(slot),
    info: params['getRankingInfo'] === true && { _rankingInfo: { ...ranker.infoOf(row), ...noGeo } },
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
  return { hits: pending.values().map(({ record, info }) => ({ ...writer(record), ...info })), fields }
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

/** Turns a record into a hit: the requested attributes with their highlights. */
export function createHitWriter(
  found: SearchResult,
  params: Params,
  { isAdmin }: HitOptions,
): (record: SearchRecord) => Hit {
  const { store, matches, optionOf } = found
  const retrieve = retrieverOf(store, params, isAdmin)
  const tags = [
    textOf(optionOf('highlightPreTag'), '<em>'),
    textOf(optionOf('highlightPostTag'), '</em>'),
  ] as const
  const highlighter = createHighlighter(store.vocabulary, matches.words, tags)
  const highlightWith = memoize((literal: string) => {
    const terms = new Set(literal.split(' ').filter(Boolean).map(Number))
    return memoize((text) => highlighter.text(text, terms))
  })
  const highlightTexts = highlightedTexts(found, params, isAdmin)
  const snippets = snippetsOf(stringsOf(optionOf('attributesToSnippet')))
  const ellipsis = textOf(optionOf('snippetEllipsisText'), '…')
  const hidden = isAdmin ? new Set<string>() : store.parsedSettings.unretrievable
  return (record) => {
    return {
      ...retrieve(record),
      ...(snippets.length > 0 && {
        _snippetResult: snippetRecord(record, { highlighter, snippets, ellipsis, hidden }),
      }),
      ...(highlightTexts && {
        _highlightResult: mapTexts(
          highlightTexts(record),
          // Texts with literal matches are not highlighted with typing errors too: a match of "home" does not mark
          // "Hove".
          highlightWith([...highlighter.literalTerms(searchableTexts(store, record))].join(' ')),
        ),
      }),
    }
  }
}

/** The attributes of a record that the caller may see and has requested; `objectID` is always included. */
export function retrieverOf(store: Store, params: Params, isAdmin: boolean): (record: SearchRecord) => Hit {
  const { unretrievable } = store.parsedSettings
  const requested = stringsOf(params['attributesToRetrieve'] ?? store.settings['attributesToRetrieve'])
  const excluded = new Set(requested.filter((name) => name.startsWith('-')).map((name) => name.slice(1)))
  const named = requested.filter((name) => !name.startsWith('-'))
  const isAll =
    named.length === 0
      ? excluded.size > 0 || params['attributesToRetrieve'] === undefined
      : named.includes('*')
  const usesDefaults = !isAdmin && params['attributesToRetrieve'] === undefined
  const isHidden = (path: string) => excluded.has(path) || (!isAdmin && unretrievable.has(path))
  return (record) => {
    const cached = usesDefaults ? publicHits.get(record) : undefined
    if (cached) return cached
    const shown = selectAttributes(record, '', (path) => {
      if (path === 'objectID') return 'yes'
      if (isHidden(path)) return 'no'
      if (isAll || named.includes(path) || named.some((name) => path.startsWith(`${name}.`))) return 'yes'
      return named.some((name) => name.startsWith(`${path}.`)) ? 'below' : 'no'
    })
    const hit = { ...shown, objectID: record.objectID }
    if (usesDefaults) publicHits.set(record, hit)
    return hit
  }
}

/** Public hits with default parameters. The key is the record object, which changed settings replace. */
const publicHits = new WeakMap<SearchRecord, Hit>()

function selectAttributes(
  object: Readonly<Record<string, unknown>>,
  path: string,
  selectPath: SelectPath,
): Hit {
  const selected: Hit = {}
  for (const [name, value] of Object.entries(object)) {
    const inner = path === '' ? name : `${path}.${name}`
    const selection = selectPath(inner)
    if (selection === 'no') continue
    if (value === null || typeof value !== 'object') {
      if (selection === 'yes') selected[name] = value
    } else if (Array.isArray(value)) {
      selected[name] = value.map((item: unknown) =>
        isObject(item) ? selectAttributes(item, inner, selectPath) : item,
      )
    } else if (isObject(value)) {
      selected[name] = selectAttributes(value, inner, selectPath)
    }
  }
  return selected
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The texts to highlight, by default the searchable ones; undefined when nothing is highlighted. */
function highlightedTexts(
  { store, optionOf }: SearchResult,
  params: Params,
  isAdmin: boolean,
): ((record: SearchRecord) => Shaped<string>) | undefined {
  const setting = optionOf('attributesToHighlight')
  const named = Array.isArray(setting) ? stringsOf(setting) : undefined
  const isAll = named ? named.includes('*') : store.parsedSettings.searchable === undefined
  const paths = named ?? (store.parsedSettings.searchable ?? []).map(({ path }) => path)
  if (!isAll && paths.length === 0) return undefined
  const { unretrievable } = store.parsedSettings
  const usesDefaults = !isAdmin && params['attributesToHighlight'] === undefined
  const isHighlighted = (path: string): ReturnType<SelectPath> => {
    if (!isAdmin && unretrievable.has(path)) return 'no'
    if (isAll || paths.some((parent) => path === parent || path.startsWith(`${parent}.`))) return 'yes'
    return paths.some((child) => child.startsWith(`${path}.`)) ? 'below' : 'no'
  }
  return (record) => {
    const cached = usesDefaults ? publicTexts.get(record) : undefined
    if (cached !== undefined) return cached
    const highlightTexts = textsOf(record, isHighlighted)
    if (usesDefaults) publicTexts.set(record, highlightTexts)
    return highlightTexts
  }
}

/** All texts of a record that searches look at. */
function searchableTexts(store: Store, record: SearchRecord): readonly string[] {
  const cached = searchedTexts.get(record)
  if (cached !== undefined) return cached
  const paths = store.parsedSettings.searchable?.map(({ path }) => path)
  const texts: string[] = []
  const searched = textsOf(record, (path) => {
    if (!paths || paths.some((parent) => path === parent || path.startsWith(`${parent}.`))) return 'yes'
    return paths.some((child) => child.startsWith(`${path}.`)) ? 'below' : 'no'
  })
  mapTexts(searched, (text) => texts.push(text))
  searchedTexts.set(record, texts)
  return texts
}

const searchedTexts = new WeakMap<SearchRecord, readonly string[]>()

const publicTexts = new WeakMap<SearchRecord, Shaped<string>>()

function memoize<Value>(make: (text: string) => Value): (text: string) => Value {
  const cached = new Map<string, Value>()
  return (text) => {
    const existing = cached.get(text)
    if (existing !== undefined) return existing
    const value = make(text)
    cached.set(text, value)
    return value
  }
}

interface Snippet {
  path: string
  words: number
}

function snippetsOf(settings: readonly string[]): Snippet[] {
  return settings.map((setting) => {
    const [path = '', words = '10'] = setting.split(':')
    return { path, words: /^\d{1,4}$/.test(words) ? Number(words) : 10 }
  })
}

interface SnippetOptions {
  highlighter: Highlighter
  snippets: readonly Snippet[]
  ellipsis: string
  /** Attributes that the caller may not see. */
  hidden: ReadonlySet<string>
}

function snippetRecord(
  record: SearchRecord,
  { highlighter, snippets, ellipsis, hidden }: SnippetOptions,
): Hit {
  const found: Hit = {}
  for (const { path, words } of snippets) {
    const highlightTexts = textsOf(record, (inner) => {
      if (hidden.has(inner)) return 'no'
      if (path === '*' || inner === path || inner.startsWith(`${path}.`)) return 'yes'
      return path.startsWith(`${inner}.`) ? 'below' : 'no'
    })
    Object.assign(
      found,
      mapTexts(highlightTexts, (text) => highlighter.snippet(text, words, ellipsis)),
    )
  }
  return found
}
