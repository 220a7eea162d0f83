import type { QueryTerm } from '../engine/matching/query.ts'
import { stringsOf } from '../engine/settings.ts'
import {
  derivedFrom,
  emptyDictionaries,
  includesLanguage,
  selectedLanguages,
  type Dictionaries,
} from './dictionaries.ts'
import { customPluralRules, pluralRulesFor } from './plurals.ts'
import {
  applyWordRules,
  foldedWords,
  groupRules,
  noRules,
  type WordRule,
  type WordRules,
} from './word-rules.ts'

/** The synonyms of an index and the dictionaries of the application. */
export interface WordLists {
  synonyms: WordRules
  dictionaries: Dictionaries
}

export const noWordLists: WordLists = { synonyms: noRules, dictionaries: emptyDictionaries }

const defaultExact = ['ignorePlurals', 'singleWordSynonym']

/** Adds synonyms, other forms and parts of compounds to the terms of a query, as its parameters ask. */
export function addAlternatives(
  terms: readonly QueryTerm[],
  { synonyms, dictionaries }: WordLists,
  optionOf: (name: string) => unknown,
): QueryTerm[] {
  const setting = optionOf('alternativesAsExact')
  const exact = Array.isArray(setting) ? stringsOf(setting) : defaultExact
  const isExact = (rule: WordRule) => exact.includes(exactnessOf(rule))
  const queryLanguages = stringsOf(optionOf('queryLanguages'))
  const pluralLanguages = selectedLanguages(optionOf('ignorePlurals'), queryLanguages)
  const isCompoundOn = optionOf('decompoundQuery') !== false && dictionaries.entries.compounds.length > 0
  let rewritten: QueryTerm[] = [...terms]
  if (optionOf('synonyms') !== false) rewritten = applyWordRules(rewritten, synonyms, isExact)
  if (pluralLanguages) {
    const words = terms.map(({ text }) => text)
    const standard = pluralRulesFor(words, pluralLanguages, dictionaries)
    rewritten = applyWordRules(rewritten, standard, isExact)
    rewritten = applyWordRules(rewritten, customPluralRules(pluralLanguages, dictionaries), isExact)
  }
  if (isCompoundOn)
    rewritten = applyWordRules(rewritten, compoundRules(dictionaries, queryLanguages), isExact)
  return rewritten
}

function exactnessOf({ kind, from, to }: WordRule): string {
  if (kind === 'plural') return 'ignorePlurals'
  if (kind === 'compound') return ''
  return from.length === 1 && to.length === 1 ? 'singleWordSynonym' : 'multiWordsSynonym'
}

function compoundRules(dictionaries: Dictionaries, languages: readonly string[]): WordRules {
  return derivedFrom(dictionaries, `compounds ${languages.join()}`, () =>
    groupRules(
      dictionaries.entries.compounds
        .filter(({ language }) => includesLanguage(languages, language))
        .map(({ word = '', decomposition = [] }): WordRule => ({
          from: foldedWords(word),
          to: decomposition.flatMap(foldedWords),
          typos: 0,
          kind: 'compound',
        })),
    ),
  )
}
