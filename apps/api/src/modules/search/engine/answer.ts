import type { Params } from '../protocol/params.ts'
import { countFacets } from './facets.ts'
import {
  createHighlighter,
  mapTexts,
  textsOf,
  type Highlighter,
  type IsWanted,
  type Shaped,
} from './highlight.ts'
import { createRanker, type Criterion, type Ranked, type RankOptions } from './rank.ts'
import type { SearchRecord } from './record-values.ts'
import { numberOf, textOf, type Found } from './search.ts'
import { stringsOf } from './settings.ts'
import type { Store } from './store.ts'

export type Hit = Record<string, unknown>

export interface AnswerOptions {
  /** Attributes that are kept from the public are shown too. */
  isAdmin: boolean
}

const allCriteria: readonly Criterion[] = ['typo', 'words', 'filters', 'proximity', 'attribute', 'exact']

/** One page of what was found, in order, as the hosted service answers it (wire.md §1.3), less what the caller adds. */
export function answer(found: Found, params: Params, options: AnswerOptions): Hit {
  const { store, matches, valueOf } = found
  const limit = numberOf(store.settings['paginationLimitedTo'], 1000)
  const page = pageOf(params, numberOf(valueOf('hitsPerPage'), 20))
  const isBeyond = page.from >= limit && page.from > 0
  const to = Math.min(page.to, limit)
  const ranker = createRanker(store, matches, rankOptionsOf(found))
  const ranked = isBeyond ? [] : ranker.best(Math.min(to, matches.count)).slice(page.from)
  const writer = createHitWriter(found, params, options)
  const total = matches.count
  return {
    hits: ranked.map((each) => ({
      ...writer(each),
      ...(params['getRankingInfo'] === true && { _rankingInfo: { ...ranker.infoOf(each.row), ...noGeo } }),
    })),
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
}

const noGeo = { geoDistance: 0, geoPrecision: 1, userScore: 0 }

const beyondLimit = (limit: number): string =>
  `you can only fetch the ${limit} hits for this query. You can extend the number of hits returned via the paginationLimitedTo index parameter or use the browse method. You can read our FAQ for more details about browsing: https://www.algolia.com/doc/faq/index-configuration/how-can-i-retrieve-all-the-records-in-my-index`

function pageOf(params: Params, size: number) {
  const { offset, length } = params
  if (typeof offset === 'number' || typeof length === 'number') {
    const from = numberOf(offset, 0)
    const taken = numberOf(length, size)
    return { number: 0, size: taken, from, to: from + taken, isOffset: true }
  }
  const number = numberOf(params['page'], 0)
  return { number, size, from: number * size, to: (number + 1) * size, isOffset: false }
}

function rankOptionsOf({ store, score, valueOf }: Found): RankOptions {
  const wanted = stringsOf(store.settings['ranking'])
  const criteria = allCriteria.filter((criterion) => wanted.length === 0 || wanted.includes(criterion))
  const exactOn = textOf(valueOf('exactOnSingleWordQuery'), 'attribute')
  return {
    criteria: criteria.toSorted((left, right) => wanted.indexOf(left) - wanted.indexOf(right)),
    sortBy: store.read.sortBy,
    score,
    exactOnSingleWord: exactOn === 'word' || exactOn === 'none' ? exactOn : 'attribute',
    minProximity: numberOf(valueOf('minProximity'), 1),
  }
}

function facetsOf({ store, matches, valueOf }: Found, params: Params): Hit {
  const names = stringsOf(params['facets'])
  if (names.length === 0) return {}
  const { facets, facets_stats } = countFacets(store, matches, {
    names,
    maxValues: numberOf(valueOf('maxValuesPerFacet'), 100),
    order: valueOf('sortFacetValuesBy') === 'alpha' ? 'alpha' : 'count',
  })
  return {
    facets,
    ...(Object.keys(facets_stats).length > 0 && { facets_stats }),
    exhaustiveFacetsCount: true,
  }
}

/** Gives a record the form of a hit: the attributes that are wanted, with their highlights. */
export function createHitWriter(
  found: Found,
  params: Params,
  { isAdmin }: AnswerOptions,
): (ranked: Pick<Ranked, 'slot'>) => Hit {
  const { store, matches, valueOf } = found
  const retrieve = retrieverOf(store, params, isAdmin)
  const tags = [
    textOf(valueOf('highlightPreTag'), '<em>'),
    textOf(valueOf('highlightPostTag'), '</em>'),
  ] as const
  const highlighter = createHighlighter(store.vocabulary, matches.words, tags)
  const highlight = remembered((text) => highlighter.text(text))
  const texts = highlightedTexts(found, params, isAdmin)
  const snippets = snippetsOf(stringsOf(valueOf('attributesToSnippet')))
  const ellipsis = textOf(valueOf('snippetEllipsisText'), '…')
  return ({ slot }) => {
    const record = store.recordAt(slot)
    return {
      ...retrieve(record),
      ...(snippets.length > 0 && {
        _snippetResult: snippetRecord(record, { highlighter, snippets, ellipsis }),
      }),
      ...(texts && { _highlightResult: mapTexts(texts(record), highlight) }),
    }
  }
}

/** The attributes of a record that may and shall be shown, `objectID` always among them. */
export function retrieverOf(store: Store, params: Params, isAdmin: boolean): (record: SearchRecord) => Hit {
  const { unretrievable } = store.read
  const wanted = stringsOf(params['attributesToRetrieve'] ?? store.settings['attributesToRetrieve'])
  const without = new Set(wanted.filter((name) => name.startsWith('-')).map((name) => name.slice(1)))
  const named = wanted.filter((name) => !name.startsWith('-'))
  const isAll =
    named.length === 0
      ? without.size > 0 || params['attributesToRetrieve'] === undefined
      : named.includes('*')
  const isUsual = !isAdmin && params['attributesToRetrieve'] === undefined
  const isHidden = (path: string) => without.has(path) || (!isAdmin && unretrievable.has(path))
  return (record) => {
    const known = isUsual ? usual.get(record) : undefined
    if (known) return known
    const shown = pick(record, '', (path) => {
      if (path === 'objectID') return 'yes'
      if (isHidden(path)) return 'no'
      if (isAll || named.includes(path) || named.some((name) => path.startsWith(`${name}.`))) return 'yes'
      return named.some((name) => name.startsWith(`${path}.`)) ? 'below' : 'no'
    })
    const hit = { ...shown, objectID: record.objectID }
    if (isUsual) usual.set(record, hit)
    return hit
  }
}

/** What the public is shown of a record where nothing else is asked for; settings that change bring new records. */
const usual = new WeakMap<SearchRecord, Hit>()

function pick(object: Readonly<Record<string, unknown>>, path: string, want: IsWanted): Hit {
  const picked: Hit = {}
  for (const [name, value] of Object.entries(object)) {
    const inner = path === '' ? name : `${path}.${name}`
    const wanted = want(inner)
    if (wanted === 'no') continue
    if (value === null || typeof value !== 'object') {
      if (wanted === 'yes') picked[name] = value
    } else if (Array.isArray(value)) {
      picked[name] = value.map((item: unknown) => (isObject(item) ? pick(item, inner, want) : item))
    } else if (isObject(value)) {
      picked[name] = pick(value, inner, want)
    }
  }
  return picked
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** What of a record is highlighted, by default what is searched; undefined: nothing is. */
function highlightedTexts(
  { store, valueOf }: Found,
  params: Params,
  isAdmin: boolean,
): ((record: SearchRecord) => Shaped<string>) | undefined {
  const setting = valueOf('attributesToHighlight')
  const named = Array.isArray(setting) ? stringsOf(setting) : undefined
  const isAll = named ? named.includes('*') : store.read.searchable === undefined
  const paths = named ?? (store.read.searchable ?? []).map(({ path }) => path)
  if (!isAll && paths.length === 0) return undefined
  const { unretrievable } = store.read
  const isUsual = !isAdmin && params['attributesToHighlight'] === undefined
  const isWanted = (path: string): ReturnType<IsWanted> => {
    if (!isAdmin && unretrievable.has(path)) return 'no'
    if (isAll || paths.some((wanted) => path === wanted || path.startsWith(`${wanted}.`))) return 'yes'
    return paths.some((wanted) => wanted.startsWith(`${path}.`)) ? 'below' : 'no'
  }
  return (record) => {
    const known = isUsual ? usualTexts.get(record) : undefined
    if (known !== undefined) return known
    const texts = textsOf(record, isWanted)
    if (isUsual) usualTexts.set(record, texts)
    return texts
  }
}

/** What the public is shown highlighted where nothing else is asked for. */
const usualTexts = new WeakMap<SearchRecord, Shaped<string>>()

/** The same texts come again with every hit. */
function remembered<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const made = make(text)
    known.set(text, made)
    return made
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
}

function snippetRecord(record: SearchRecord, { highlighter, snippets, ellipsis }: SnippetOptions): Hit {
  const found: Hit = {}
  for (const { path, words } of snippets) {
    const texts = textsOf(record, (inner) => {
      if (path === '*' || inner === path || inner.startsWith(`${path}.`)) return 'yes'
      return path.startsWith(`${inner}.`) ? 'below' : 'no'
    })
    Object.assign(
      found,
      mapTexts(texts, (text) => highlighter.snippet(text, words, ellipsis)),
    )
  }
  return found
}
