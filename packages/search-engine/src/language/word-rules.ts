import type { Alternative, QueryTerm } from '../engine/matching/query.ts'
import { tokenize } from '../engine/vocabulary/tokenize.ts'

/** Words of a query and another way to write them. */
export interface WordRule {
  from: readonly string[]
  to: readonly string[]
  /** Typos that a match counts as having. */
  typos: 0 | 1 | 2
  kind: 'synonym' | 'plural' | 'compound'
}

/** Rules by the first of their words. */
export type WordRules = ReadonlyMap<string, readonly WordRule[]>

export const noRules: WordRules = new Map()

export const foldedWords = (text: string): string[] => tokenize(text).map(({ folded }) => folded)

/** Rules without words, and rules from words to the same words, are left out. */
export function groupRules(rules: readonly WordRule[]): WordRules {
  const useful = rules.filter(
    ({ from, to }) => from.length > 0 && to.length > 0 && from.join(' ') !== to.join(' '),
  )
  return Map.groupBy(useful, ({ from }) => from[0] ?? '')
}

/** More alternatives of one word are ignored, because each is looked up. */
const maxAlternatives = 100

/** Adds the alternatives that the rules give to the terms. A rule from several words applies when they are adjacent. */
export function applyWordRules(
  terms: readonly QueryTerm[],
  rules: WordRules,
  isExact: (rule: WordRule) => boolean,
): QueryTerm[] {
  if (rules.size === 0) return [...terms]
  const found = terms.map(({ alternatives = [] }): Alternative[] => [...alternatives])
  for (const [start, { text }] of terms.entries()) {
    for (const rule of rules.get(text) ?? []) {
      if (rule.from.some((word, offset) => terms[start + offset]?.text !== word)) continue
      const alternative = { words: rule.to, typos: rule.typos, isExact: isExact(rule) }
      for (const list of found.slice(start, start + rule.from.length)) {
        if (list.length < maxAlternatives) list.push(alternative)
      }
    }
  }
  return terms.map((term, index) => ({ ...term, alternatives: found[index] ?? [] }))
}
