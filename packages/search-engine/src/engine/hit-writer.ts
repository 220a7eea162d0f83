import type { Params } from '../protocol/params.ts'
import { createHighlighter, type Highlighted, type Highlighter } from './highlight.ts'
import { mapTexts, textsOf, writeTexts, type SelectPath, type Shaped } from './record-texts.ts'
import type { SearchRecord } from './record-values.ts'
import { textOf, type SearchResult } from './search.ts'
import { stringsOf } from './settings.ts'
import type { Store } from './store.ts'

/** How the highlight of a text ends that matches nothing. */
const unmatched = '"matchLevel":"none","matchedWords":[]}'

export type Hit = Record<string, unknown>

export interface HitOptions {
  /** Includes attributes that `unretrievableAttributes` hides from the public. */
  isAdmin: boolean
}

/** Writes a record as a hit in JSON: the requested attributes with their highlights, then `more`. */
export function createHitWriter(
  found: SearchResult,
  params: Params,
  { isAdmin }: HitOptions,
): (record: SearchRecord, more?: Hit) => string {
  const { store, matches, optionOf } = found
  const retrieve = createAttributeWriter(store, params, isAdmin)
  const tags = [
    textOf(optionOf('highlightPreTag'), '<em>'),
    textOf(optionOf('highlightPostTag'), '</em>'),
  ] as const
  const highlighter = createHighlighter(
    store.vocabulary,
    matches.words,
    tags,
    optionOf('replaceSynonymsInHighlight') === true,
  )
  const highlightWith = memoize((literal: string) => {
    const terms = new Set(literal.split(' ').filter(Boolean).map(Number))
    return memoize((text) => JSON.stringify(highlighter.text(text, terms)))
  })
  // Items of arrays that match nothing are left out.
  const isShown =
    optionOf('restrictHighlightAndSnippetArrays') === true && matches.words.length > 0
      ? (json: string) => !json.endsWith(unmatched)
      : undefined
  const highlightTexts = highlightedTexts(found, params, isAdmin)
  const snippets = snippetsOf(stringsOf(optionOf('attributesToSnippet')))
  const ellipsis = textOf(optionOf('snippetEllipsisText'), '…')
  const hidden = isAdmin ? new Set<string>() : store.parsedSettings.unretrievable
  return (record, more) => {
    let json = retrieve(record).slice(0, -1)
    if (snippets.length > 0) {
      const snippetResult = snippetRecord(record, { highlighter, snippets, ellipsis, hidden })
      json += `,"_snippetResult":${JSON.stringify(snippetResult, isShown && matchingItems)}`
    }
    if (highlightTexts) {
      // Texts with literal matches are not highlighted with typing errors too: a match of "home" does not mark "Hove".
      const literal = highlighter.hasTypos
        ? [...highlighter.literalTerms(searchableTexts(store, record))].join(' ')
        : ''
      json += `,"_highlightResult":${writeTexts(highlightTexts(record), highlightWith(literal), isShown)}`
    }
    return more ? `${json},${JSON.stringify(more).slice(1)}` : `${json}}`
  }
}

/** Hits with default parameters. The key is the record object, which changed settings replace. */
const publicJsons = new WeakMap<SearchRecord, string>()

function createAttributeWriter(
  store: Store,
  params: Params,
  isAdmin: boolean,
): (record: SearchRecord) => string {
  const retrieve = retrieverOf(store, params, isAdmin)
  if (isAdmin || params['attributesToRetrieve'] !== undefined)
    return (record) => JSON.stringify(retrieve(record))
  return (record) => {
    const cached = publicJsons.get(record)
    if (cached !== undefined) return cached
    const json = JSON.stringify(retrieve(record))
    publicJsons.set(record, json)
    return json
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
  const isHidden = (path: string) => excluded.has(path) || (!isAdmin && unretrievable.has(path))
  return (record) => {
    const shown = selectAttributes(record, '', (path) => {
      if (path === 'objectID') return 'yes'
      if (isHidden(path)) return 'no'
      if (isAll || named.includes(path) || named.some((name) => path.startsWith(`${name}.`))) return 'yes'
      return named.some((name) => name.startsWith(`${path}.`)) ? 'below' : 'no'
    })
    return { ...shown, objectID: record.objectID }
  }
}

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

/** For JSON: leaves out the items of arrays whose snippets match nothing. */
function matchingItems(_name: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  return value.filter((item: Partial<Highlighted>) => item.matchLevel !== 'none')
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
