import { memoizeByObject } from '../memoize.ts'
import { alternativeTest, type Neighbours } from './alternative-words.ts'
import type { QueryTerm } from '../matching/query.ts'
import type { Vocabulary, TermCandidate } from '../vocabulary/vocabulary.ts'
import { coveredLength, tokenizeCached, type TextToken } from '../vocabulary/tokenize.ts'

export interface Highlighted {
  value: string
  matchLevel: 'none' | 'partial' | 'full'
  fullyHighlighted?: boolean
  matchedWords: string[]
}

export interface Highlighter {
  /** Whether any query term matches with typing errors. */
  hasTypos: boolean
  /** `literal`: indexes of query terms whose typing errors are not highlighted. */
  text(text: string, literal?: ReadonlySet<number>): Highlighted
  /** Indexes of the query terms that occur in the texts as they are written. */
  literalTerms(texts: readonly string[]): ReadonlySet<number>
  /** Cuts the text to a number of words around the first match. */
  snippet(text: string, words: number, ellipsis: string): Pick<Highlighted, 'value' | 'matchLevel'>
}

interface MatchedSpan {
  start: number
  end: number
  termIndexes: readonly number[]
  isFullMatch: boolean
  /** Written instead of the text. */
  replacement?: string | undefined
}

type TokenMatch = Pick<MatchedSpan, 'termIndexes' | 'replacement'> & { length: number }

const none: ReadonlySet<number> = new Set()

const mistypedTerms = memoizeByObject(
  (candidates: readonly TermCandidate[]): ReadonlySet<number> =>
    new Set(candidates.filter(({ typos }) => typos > 0).map(({ term }) => term)),
)

/** Highlights query terms in texts, with the same typo candidates that found the record. */
export function createHighlighter(
  vocabulary: Vocabulary,
  words: readonly QueryTerm[],
  [before, after]: readonly [string, string],
  isReplacingSynonyms = false,
): Highlighter {
  const candidates = words.map((word) => mistypedTerms(vocabulary.candidatesFor(word.text, word)))

  const alternativeTests = words.map((word) => word.alternatives && alternativeTest(word))
  /** Each word and the next one, written as one. */
  const joined = words.map(({ text }, index) => {
    const following = words[index + 1]
    return following && text + following.text
  })

  /** Whether a word matches the term with typing errors. */
  function isMistyped(folded: string, index: number, literal: ReadonlySet<number>): boolean {
    const terms = candidates[index] ?? none
    if (terms.size === 0 || literal.has(index)) return false
    const term = vocabulary.numberOf(folded)
    return term !== undefined && terms.has(term)
  }

  /** The query terms that a token matches, and the number of its letters they cover. */
  function matchToken(
    folded: string,
    { next, previous }: Neighbours,
    literal: ReadonlySet<number>,
  ): TokenMatch | undefined {
    const termIndexes: number[] = []
    let length = 0
    let replacement: string | undefined
    for (const [index, { text, isPrefix }] of words.entries()) {
      if (folded === text || (isPrefix && folded.startsWith(text))) {
        termIndexes.push(index)
        length = Math.max(length, text.length)
        continue
      }
      if (alternativeTests[index]?.(folded, { next, previous })) {
        termIndexes.push(index)
        length = folded.length
        if (isReplacingSynonyms) replacement ??= text
        continue
      }
      if (isMistyped(folded, index, literal)) {
        termIndexes.push(index)
        const isOpen = isPrefix && folded.length > text.length + 1
        length = Math.max(length, isOpen ? text.length : folded.length)
        continue
      }
      if (folded === joined[index]) {
        termIndexes.push(index, index + 1)
        length = folded.length
      } else if (next !== undefined && text.startsWith(folded) && text.length > folded.length) {
        const rest = text.slice(folded.length)
        if (next === rest || (isPrefix && next.startsWith(rest))) {
          termIndexes.push(index)
          length = folded.length
        }
      }
    }
    return termIndexes.length === 0 ? undefined : { termIndexes, length, replacement }
  }

  /** Matches the second half of a term that the query wrote as one word. */
  function matchRemainder(folded: string, previous: string | undefined): TokenMatch | undefined {
    if (previous === undefined) return undefined
    for (const [index, { text, isPrefix }] of words.entries()) {
      if (!text.startsWith(previous) || text.length <= previous.length) continue
      const rest = text.slice(previous.length)
      if (folded === rest || (isPrefix && folded.startsWith(rest)))
        return { termIndexes: [index], length: rest.length }
    }
    return undefined
  }

  function findSpans(
    text: string,
    tokens: readonly TextToken[],
    literal: ReadonlySet<number> = none,
  ): MatchedSpan[] {
    const spans: MatchedSpan[] = []
    for (const [index, { folded, start, end }] of tokens.entries()) {
      const previous = tokens[index - 1]?.folded
      const found =
        matchToken(folded, { next: tokens[index + 1]?.folded, previous }, literal) ??
        matchRemainder(folded, previous)
      if (!found) continue
      const isFullMatch = found.length >= folded.length
      const length = isFullMatch ? end - start : coveredLength(text.slice(start, end), found.length)
      const { termIndexes, replacement } = found
      spans.push({ start, end: start + length, termIndexes, isFullMatch, replacement })
    }
    return spans
  }

  function levelOf(spans: readonly MatchedSpan[]): {
    matchLevel: Highlighted['matchLevel']
    matchedWords: string[]
  } {
    const termIndexes = new Set(spans.flatMap((span) => span.termIndexes))
    const matchedWords = words.flatMap(({ text }, index) => (termIndexes.has(index) ? [text] : []))
    if (matchedWords.length === 0) return { matchLevel: 'none', matchedWords }
    return { matchLevel: matchedWords.length === words.length ? 'full' : 'partial', matchedWords }
  }

  function write(text: string, spans: readonly MatchedSpan[], from: number, to: number): string {
    let value = ''
    let at = from
    for (const { start, end, replacement = text.slice(start, end) } of spans) {
      if (start < from || end > to) continue
      value += `${text.slice(at, start)}${before}${replacement}${after}`
      at = end
    }
    return value + text.slice(at, to)
  }

  return {
    hasTypos: candidates.some(({ size }) => size > 0),
    literalTerms(texts) {
      const found = new Set<number>()
      for (const [index, { text, isPrefix }] of words.entries()) {
        // Without typing errors, the literal matches are all there is to highlight.
        if (candidates[index]?.size === 0) continue
        const isWritten = texts.some((each) =>
          tokenizeCached(each).some(({ folded }) => (isPrefix ? folded.startsWith(text) : folded === text)),
        )
        if (isWritten) found.add(index)
      }
      return found
    },
    text(text, literal = none) {
      if (words.length === 0) return { value: text, matchLevel: 'none', matchedWords: [] }
      const tokens = tokenizeCached(text)
      const spans = findSpans(text, tokens, literal)
      const { matchLevel, matchedWords } = levelOf(spans)
      if (matchLevel === 'none') return { value: text, matchLevel, matchedWords }
      return {
        value: write(text, spans, 0, text.length),
        matchLevel,
        fullyHighlighted: spans.length === tokens.length && spans.every(({ isFullMatch }) => isFullMatch),
        matchedWords,
      }
    },
    snippet(text, length, ellipsis) {
      const tokens = tokenizeCached(text)
      const spans = findSpans(text, tokens)
      const { matchLevel } = levelOf(spans)
      const firstSpan = tokens.findIndex(({ start }) => start === spans[0]?.start)
      const from = Math.max(0, Math.min(firstSpan - Math.floor(length / 2), tokens.length - length))
      const last = tokens[from + length - 1]
      const start = from === 0 ? 0 : (tokens[from]?.start ?? 0)
      const end = last && from + length < tokens.length ? last.end : text.length
      const value = write(text, spans, start, end)
      return {
        value: `${start > 0 ? ellipsis : ''}${value}${end < text.length ? ellipsis : ''}`,
        matchLevel,
      }
    },
  }
}
