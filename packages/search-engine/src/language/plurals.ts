import { derivedFrom, includesLanguage, type Dictionaries } from './dictionaries.ts'
import { foldedWords, groupRules, type WordRule, type WordRules } from './word-rules.ts'

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

/** Rules from the words of a query to their other forms, by their ending. */
export function pluralRulesFor(
  words: readonly string[],
  languages: readonly string[],
  { withoutStandard }: Dictionaries,
): WordRules {
  const standard = pluralLanguages.filter(
    (language) => includesLanguage(languages, language) && !withoutStandard.plurals.has(language),
  )
  const rules = words.flatMap((word) =>
    [...new Set(standard.flatMap((language) => otherForms(word, language)))].map((form) =>
      toRule(word, form),
    ),
  )
  return groupRules(rules)
}

/** Rules between the forms of each entry of the dictionary. */
export function customPluralRules(languages: readonly string[], dictionaries: Dictionaries): WordRules {
  return derivedFrom(dictionaries, `plurals ${languages.join()}`, () =>
    groupRules(
      dictionaries.entries.plurals
        .filter(({ language }) => includesLanguage(languages, language))
        .flatMap(({ words: forms = [] }) => forms.flatMap((from) => forms.map((to) => toRule(from, to)))),
    ),
  )
}

function toRule(from: string, to: string): WordRule {
  return { from: foldedWords(from), to: foldedWords(to), typos: 0, kind: 'plural' }
}
