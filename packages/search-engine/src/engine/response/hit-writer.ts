import type { Params } from '../../protocol/params.ts'
import { createHighlighter, type Highlighted, type Highlighter } from './highlight.ts'
import { createAttributeWriter, type Hit } from './attribute-writer.ts'
import { createHighlightWriter, type TextWriter } from './highlight-writer.ts'
import { memoize } from '../memoize.ts'
import { mapTexts, textsOf } from '../records/record-texts.ts'
import type { SearchRecord } from '../records/record-values.ts'
import { textOf, type SearchResult } from '../search.ts'
import { stringsOf } from '../settings.ts'
import type { Store } from '../store.ts'

/** How the highlight of a text ends that matches nothing. */
const unmatched = '"matchLevel":"none","matchedWords":[]}'

export interface HitOptions {
  /** Includes attributes that `unretrievableAttributes` hides from the public. */
  isAdmin: boolean
}

/** Writes the record in a slot as a hit in JSON: the requested attributes with their highlights, then `more`. */
export function createHitWriter(
  found: SearchResult,
  params: Params,
  { isAdmin }: HitOptions,
): (slot: number, more?: Hit) => string {
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
  // Items of arrays that match nothing are left out.
  const isItemShown =
    optionOf('restrictHighlightAndSnippetArrays') === true && matches.words.length > 0
      ? (json: string) => !json.endsWith(unmatched)
      : undefined
  const textWriterFor = memoize((literal: string): TextWriter => {
    const terms = new Set(literal.split(' ').filter(Boolean).map(Number))
    const write = memoize((text: string) => JSON.stringify(highlighter.text(text, terms)))
    return {
      write,
      isItemShown,
      writtenIn: memoize((_name: string) => new Map<number, string | undefined>()),
    }
  })
  const highlight = createHighlightWriter(found, params, isAdmin)
  const snippets = snippetsOf(stringsOf(optionOf('attributesToSnippet')))
  const ellipsis = textOf(optionOf('snippetEllipsisText'), '…')
  const hidden = isAdmin ? new Set<string>() : store.parsedSettings.unretrievable
  return (slot, more) => {
    const parts = store.partsAt(slot)
    let json = retrieve(slot, parts).slice(0, -1)
    if (snippets.length > 0) {
      const snippetResult = snippetRecord(store.recordAt(slot), { highlighter, snippets, ellipsis, hidden })
      json += `,"_snippetResult":${JSON.stringify(snippetResult, isItemShown && matchingItems)}`
    }
    if (highlight) {
      // Texts with literal matches are not highlighted with typing errors too: a match of "home" does not mark "Hove".
      const literal = highlighter.hasTypos
        ? [...highlighter.literalTerms(searchableTexts(store, store.recordAt(slot)))].join(' ')
        : ''
      json += `,"_highlightResult":${highlight(slot, parts, textWriterFor(literal))}`
    }
    return more ? `${json},${JSON.stringify(more).slice(1)}` : `${json}}`
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
