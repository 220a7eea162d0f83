import type { Params } from '../../protocol/params.ts'
import { createHighlighter, type Highlighted, type Highlighter } from './highlight.ts'
import type { Hit } from './attribute-writer.ts'
import { unmatched, unmatchedJson } from './highlight-fragment.ts'
import { hitTemplatesFor, type HitTemplate } from './hit-template.ts'
import type { JsonBytes } from './json-bytes.ts'
import { createLiteralTerms } from './literal-terms.ts'
import { memoize } from '../memoize.ts'
import { mapTexts, textsOf, writeTexts } from '../records/record-texts.ts'
import type { SearchRecord } from '../records/record-values.ts'
import { textOf, type SearchResult } from '../search.ts'
import { stringsOf } from '../settings.ts'

export interface HitOptions {
  /** Includes attributes that `unretrievableAttributes` hides from the public. */
  isAdmin: boolean
}

/** Writes the record in a slot as a hit in JSON: the requested attributes with their highlights, then `more`. */
export type HitWriter = (out: JsonBytes, slot: number, more?: Hit) => void

export function createHitWriter(found: SearchResult, params: Params, { isAdmin }: HitOptions): HitWriter {
  const { store, matches, optionOf } = found
  const templates = hitTemplatesFor(store, params, isAdmin)
  const { highlightTexts } = templates
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
  /** By the bits of terms that are written in the record, and by text: the highlight, or '' when nothing matches. */
  const highlightsFor = memoize((literal: number) =>
    memoize((text: string): string => highlighter.json(text, literal) ?? ''),
  )
  const snippets = snippetsOf(stringsOf(optionOf('attributesToSnippet')))
  const ellipsis = textOf(optionOf('snippetEllipsisText'), '…')
  const hidden = isAdmin ? new Set<string>() : store.parsedSettings.unretrievable

  const literalTermsIn = createLiteralTerms(store, matches.words, highlighter.mistyped)

  return (out, slot, more) => {
    const template = templates.of(slot)
    const { bytes, attributesEnd } = template
    let written = 0
    if (snippets.length > 0) {
      const snippetResult = snippetRecord(store.recordAt(slot), { highlighter, snippets, ellipsis, hidden })
      out.bytes(bytes, 0, attributesEnd)
      written = attributesEnd
      out.text(`,"_snippetResult":${JSON.stringify(snippetResult, isItemShown && matchingItems)}`)
    }
    if (highlightTexts && isItemShown) {
      out.bytes(bytes, written, attributesEnd)
      const highlight = highlightsFor(literalTermsIn(slot))
      const write = (text: string) => highlight(text) || unmatchedJson(text)
      out.text(`,"_highlightResult":${writeTexts(highlightTexts.of(slot), write, isItemShown)}`)
    } else {
      const highlight = highlightsFor(highlightTexts ? literalTermsIn(slot) : 0)
      writeHighlights(out, template, written, highlight)
    }
    out.text(more ? `,${JSON.stringify(more).slice(1)}` : '}')
  }
}

/** Writes the template from a byte on, with the highlights of the texts that match. */
function writeHighlights(
  out: JsonBytes,
  { bytes, texts, bounds }: HitTemplate,
  from: number,
  highlight: (text: string) => string,
): void {
  let written = from
  for (let at = 0; at < texts.length; at += 1) {
    const json = highlight(texts[at] ?? '')
    if (json === '') continue
    out.bytes(bytes, written, bounds[at * 2] ?? 0)
    out.text(json)
    written = bounds[at * 2 + 1] ?? 0
  }
  out.bytes(bytes, written, bytes.length)
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
