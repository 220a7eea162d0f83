import type { Dictionaries } from './dictionaries.ts'
import { foldedWords, type WordRule } from './word-rules.ts'

/** Endings of singular and plural, the most specific first. */
const endings: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  en: [
    ['y', 'ies'],
    ['fe', 'ves'],
    ['f', 'ves'],
    ['ch', 'ches'],
    ['sh', 'shes'],
    ['x', 'xes'],
    ['s', 'ses'],
    ['man', 'men'],
    ['', 's'],
  ],
  fr: [
    ['al', 'aux'],
    ['eau', 'eaux'],
    ['', 's'],
  ],
  es: [
    ['z', 'ces'],
    ['', 's'],
    ['', 'es'],
  ],
  pt: [
    ['ao', 'oes'],
    ['', 's'],
    ['', 'es'],
  ],
  it: [
    ['a', 'e'],
    ['o', 'i'],
    ['e', 'i'],
  ],
}

export const pluralLanguages = Object.keys(endings)

const minStem = 2

/** The other number of a word in a language, by its ending; a record has to contain the form for it to match. */
function otherForms(word: string, language: string): string[] {
  return (endings[language] ?? []).flatMap(([singular, plural]) => {
    const forms: string[] = []
    if (word.endsWith(plural) && word.length - plural.length >= minStem)
      forms.push(word.slice(0, word.length - plural.length) + singular)
    if (word.endsWith(singular) && word.length - singular.length >= minStem)
      forms.push(word.slice(0, word.length - singular.length) + plural)
    return forms
  })
}

/** Rules from the words of a query to their other forms, by ending and from the dictionary. */
export function pluralRulesFor(
  words: readonly string[],
  languages: readonly string[],
  { entries, withoutStandard }: Dictionaries,
): WordRule[] {
  const isSelected = (language: string) => languages.length === 0 || languages.includes(language)
  const standard = pluralLanguages.filter(
    (language) => isSelected(language) && !withoutStandard.plurals.has(language),
  )
  const byEnding = words.flatMap((word) =>
    [...new Set(standard.flatMap((language) => otherForms(word, language)))].map((form) =>
      toRule(word, form),
    ),
  )
  const custom = entries.plurals
    .filter(({ language }) => isSelected(language))
    .flatMap(({ words: forms = [] }) => forms.flatMap((from) => forms.map((to) => toRule(from, to))))
  return [...byEnding, ...custom]
}

function toRule(from: string, to: string): WordRule {
  return { from: foldedWords(from), to: foldedWords(to), typos: 0, kind: 'plural' }
}
