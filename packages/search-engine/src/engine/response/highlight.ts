import { memoize } from '../memoize.ts'
import type { QueryTerm } from '../matching/query.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { coveredLength, tokenizeCached, type TextToken } from '../vocabulary/tokenize.ts'
import { createWordMatcher, type WordMatch, type WordMatcher } from './word-matcher.ts'

export interface Highlighted {
  value: string
  matchLevel: 'none' | 'partial' | 'full'
  fullyHighlighted?: boolean
  matchedWords: string[]
}

export interface Highlighter {
  text(text: string): Highlighted
  /** As JSON; undefined when the text matches nothing. `literal`: one bit for each term whose typing errors do not match. */
  json(text: string, literal: number): string | undefined
  /** Cuts the text to a number of words around the first match. */
  snippet(text: string, words: number, ellipsis: string): Pick<Highlighted, 'value' | 'matchLevel'>
  /** By query term: whether words match it with typing errors. */
  mistyped: readonly boolean[]
}

interface MatchedSpan {
  start: number
  end: number
  match: WordMatch
  isFullMatch: boolean
}

/** Highlights query terms in texts. */
export function createHighlighter(
  vocabulary: Vocabulary,
  words: readonly QueryTerm[],
  [before, after]: readonly [string, string],
  isReplacingSynonyms = false,
): Highlighter {
  const matcherFor = memoize((literal: number) =>
    createWordMatcher(vocabulary, words, { literal, isReplacingSynonyms }),
  )
  const all = 2 ** words.length - 1
  const levelOf = (terms: number): Highlighted['matchLevel'] =>
    terms === 0 ? 'none' : terms === all ? 'full' : 'partial'
  const wordsIn = (terms: number) =>
    words.flatMap(({ text }, index) => ((terms & (1 << index)) === 0 ? [] : [text]))
  /** By the bits of the terms: the end of a highlight as JSON. */
  const matchedWordsJson = memoize((terms: number) => `,"matchedWords":${JSON.stringify(wordsIn(terms))}}`)

  function write(text: string, spans: readonly MatchedSpan[], from: number, to: number): string {
    let value = ''
    let at = from
    for (const { start, end, match } of spans) {
      if (start < from || end > to) continue
      value += text.slice(at, start) + before + (match.replacement ?? text.slice(start, end)) + after
      at = end
    }
    return value + text.slice(at, to)
  }

  const isFull = (spans: readonly MatchedSpan[], tokens: readonly TextToken[]): boolean =>
    spans.length === tokens.length && spans.every(({ isFullMatch }) => isFullMatch)

  return {
    mistyped: matcherFor(0).mistyped.map(({ size }) => size > 0),
    text(text) {
      const tokens = tokenizeCached(text)
      const spans = findSpans(text, tokens, matcherFor(0))
      const terms = termsOf(spans)
      if (terms === 0) return { value: text, matchLevel: 'none', matchedWords: [] }
      return {
        value: write(text, spans, 0, text.length),
        matchLevel: levelOf(terms),
        fullyHighlighted: isFull(spans, tokens),
        matchedWords: wordsIn(terms),
      }
    },
    json(text, literal) {
      if (words.length === 0) return undefined
      const tokens = tokenizeCached(text)
      const spans = findSpans(text, tokens, matcherFor(literal))
      const terms = termsOf(spans)
      if (terms === 0) return undefined
      const value = JSON.stringify(write(text, spans, 0, text.length))
      return `{"value":${value},"matchLevel":"${levelOf(terms)}","fullyHighlighted":${isFull(spans, tokens)}${matchedWordsJson(terms)}`
    },
    snippet(text, length, ellipsis) {
      const tokens = tokenizeCached(text)
      const spans = findSpans(text, tokens, matcherFor(0))
      const firstSpan = tokens.findIndex(({ start }) => start === spans[0]?.start)
      const from = Math.max(0, Math.min(firstSpan - Math.floor(length / 2), tokens.length - length))
      const last = tokens[from + length - 1]
      const start = from === 0 ? 0 : (tokens[from]?.start ?? 0)
      const end = last && from + length < tokens.length ? last.end : text.length
      const value = write(text, spans, start, end)
      return {
        value: `${start > 0 ? ellipsis : ''}${value}${end < text.length ? ellipsis : ''}`,
        matchLevel: levelOf(termsOf(spans)),
      }
    },
  }
}

const noSpans: readonly MatchedSpan[] = []

function findSpans(text: string, tokens: readonly TextToken[], matcher: WordMatcher): readonly MatchedSpan[] {
  let spans: MatchedSpan[] | undefined
  let previous: TextToken | undefined
  let isAfterStart = false
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (!token) continue
    const { folded, start, end } = token
    const known = matcher.known(folded)
    let match = known.needsNeighbours
      ? matcher.match(folded, { next: tokens[index + 1]?.folded, previous: previous?.folded })
      : known.match
    if (!match && isAfterStart) match = matcher.matchRemainder(folded, previous?.folded ?? '')
    previous = token
    isAfterStart = known.startsTerm
    if (!match) continue
    const isFullMatch = match.length >= folded.length
    const length = isFullMatch ? end - start : coveredLength(text.slice(start, end), match.length)
    spans ??= []
    spans.push({ start, end: start + length, match, isFullMatch })
  }
  return spans ?? noSpans
}

/** One bit for each matched term. */
function termsOf(spans: readonly MatchedSpan[]): number {
  let terms = 0
  for (const { match } of spans) for (const index of match.termIndexes) terms |= 1 << index
  return terms
}
