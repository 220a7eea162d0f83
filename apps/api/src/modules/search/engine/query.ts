import type { ReadSettings } from './settings.ts'
import { wordsOf } from './words.ts'

/** A word of a query, and what may be read into it. */
export interface QueryWord {
  text: string
  isPrefix: boolean
  maxTypos: number
  /** A record need not have it. */
  isOptional: boolean
}

export interface QueryOptions {
  queryType: 'prefixLast' | 'prefixAll' | 'prefixNone'
  /** Lengths from which a word may have one and two typos; undefined: none may. */
  typoLengths: { one: number; two: number } | undefined
  mayMistypeNumbers: boolean
  optionalWords: ReadonlySet<string>
  removeWordsIfNoResults: 'none' | 'lastWords' | 'firstWords' | 'allOptional'
}

/** More words than anybody searches by; those beyond are not looked at. */
const maxWords = 12

/** The words of a query, each once; a blank at the end says that the last word is whole. */
export function queryWordsOf(query: string, options: QueryOptions): QueryWord[] {
  const texts = wordsOf(query).map(({ folded }) => folded)
  const isOpen = /[\p{L}\p{N}\p{M}]$/u.test(query)
  const last = texts.at(-1)
  return [...new Set(texts)].slice(0, maxWords).map((text) => ({
    text,
    isPrefix:
      options.queryType === 'prefixAll' || (options.queryType === 'prefixLast' && isOpen && text === last),
    maxTypos: typosOf(text, options),
    isOptional: options.optionalWords.has(text),
  }))
}

function typosOf(text: string, { typoLengths, mayMistypeNumbers }: QueryOptions): number {
  if (!typoLengths || (!mayMistypeNumbers && /\p{N}/u.test(text))) return 0
  if (text.length >= typoLengths.two) return 2
  return text.length >= typoLengths.one ? 1 : 0
}

/** The queries to try in turn until one finds something. */
export function attemptsOf(words: readonly QueryWord[], options: QueryOptions): QueryWord[][] {
  const attempts = [[...words]]
  switch (options.removeWordsIfNoResults) {
    case 'none':
      break
    case 'allOptional':
      if (words.length > 1) attempts.push(words.map((word) => ({ ...word, isOptional: true })))
      break
    case 'lastWords':
      for (let kept = words.length - 1; kept > 0; kept -= 1) attempts.push(words.slice(0, kept))
      break
    case 'firstWords':
      for (let cut = 1; cut < words.length; cut += 1) attempts.push(words.slice(cut))
  }
  return attempts
}

/** Words that a setting calls optional, with those that the query itself does. */
export function optionalWordsOf(settings: ReadSettings, fromQuery: readonly string[]): ReadonlySet<string> {
  if (fromQuery.length === 0) return settings.optionalWords
  return new Set([
    ...settings.optionalWords,
    ...fromQuery.flatMap((text) => wordsOf(text).map(({ folded }) => folded)),
  ])
}
