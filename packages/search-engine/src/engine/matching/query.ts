import type { ParsedSettings } from '../settings.ts'
import { tokenize, tokenizeCached } from '../vocabulary/tokenize.ts'

/** A word of a query and how it may match. */
export interface QueryTerm {
  text: string
  isPrefix: boolean
  maxTypos: number
  isOptional: boolean
  /** Matches neither with typing errors nor joined or split. */
  isLiteral?: boolean
  alternatives?: readonly Alternative[]
  /** 1 for each attribute in which typos do not count; undefined leaves it to the settings. */
  withoutTypos?: Uint8Array | undefined
}

/** Other words that match instead of a term, next to each other. */
export interface Alternative {
  words: readonly string[]
  typos: number
  isExact: boolean
}

export interface QueryOptions {
  queryType: 'prefixLast' | 'prefixAll' | 'prefixNone'
  /** Minimum word lengths for one and two typos; undefined disables typos. */
  typoLengths: { one: number; two: number } | undefined
  allowsTyposInNumbers: boolean
  optionalWords: ReadonlySet<string>
  wordsWithoutTypos?: ReadonlySet<string>
  removeWordsIfNoResults: 'none' | 'lastWords' | 'firstWords' | 'allOptional'
  /** Undefined keeps stop words. */
  isStopWord?: ((word: string) => boolean) | undefined
}

/** Further words of a query are ignored. */
const maxWords = 12

/** The distinct words of a query. Trailing white space marks the last word as complete. */
export function queryTermsOf(query: string, options: QueryOptions): QueryTerm[] {
  const texts = tokenize(query).map(({ folded }) => folded)
  const isOpen = /[\p{L}\p{N}\p{M}]$/u.test(query)
  const last = texts.at(-1)
  const isPrefix = (text: string) =>
    options.queryType === 'prefixAll' || (options.queryType === 'prefixLast' && isOpen && text === last)
  const words = [...new Set(texts)]
  // A prefix may be the start of another word. A query of stop words alone keeps them.
  const withoutStopWords = words.filter((text) => isPrefix(text) || options.isStopWord?.(text) !== true)
  const kept = withoutStopWords.length > 0 ? withoutStopWords : words
  return kept.slice(0, maxWords).map((text) => {
    const isLiteral = options.wordsWithoutTypos?.has(text) === true
    return {
      text,
      isPrefix: isPrefix(text) && !isLiteral,
      maxTypos: isLiteral ? 0 : typosOf(text, options),
      isOptional: options.optionalWords.has(text),
      ...(isLiteral && { isLiteral }),
    }
  })
}

function typosOf(text: string, { typoLengths, allowsTyposInNumbers }: QueryOptions): number {
  if (!typoLengths || (!allowsTyposInNumbers && /\p{N}/u.test(text))) return 0
  if (text.length >= typoLengths.two) return 2
  return text.length >= typoLengths.one ? 1 : 0
}

/** The queries to try in turn until one finds something. */
export function fallbackQueriesFor(words: readonly QueryTerm[], options: QueryOptions): QueryTerm[][] {
  const queries = [[...words]]
  switch (options.removeWordsIfNoResults) {
    case 'none':
      break
    case 'allOptional':
      if (words.length > 1) queries.push(words.map((word) => ({ ...word, isOptional: true })))
      break
    case 'lastWords':
      for (let keptCount = words.length - 1; keptCount > 0; keptCount -= 1)
        queries.push(words.slice(0, keptCount))
      break
    case 'firstWords':
      for (let start = 1; start < words.length; start += 1) queries.push(words.slice(start))
  }
  return queries
}

export function optionalWordsOf(settings: ParsedSettings, fromQuery: readonly string[]): ReadonlySet<string> {
  if (fromQuery.length === 0) return settings.optionalWords
  return new Set([
    ...settings.optionalWords,
    ...fromQuery.flatMap((text) => tokenizeCached(text).map(({ folded }) => folded)),
  ])
}
