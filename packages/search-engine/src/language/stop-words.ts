import * as stopword from 'stopword'
import { derivedFrom, selectedLanguages, type Dictionaries } from './dictionaries.ts'
import { foldedWords } from './word-rules.ts'

/** Search parameters name a language by two letters, the package by three. */
const packageCodes: Readonly<Record<string, string>> = Object.fromEntries(
  `af afr ar ara bn ben ca cat cs ces da dan de deu el ell en eng eo epo es spa et est eu eus fa fas fi fin fr fra
   ga gle gl glg he heb hi hin hu hun hy hye id ind it ita ja jpn ko kor ku kur lt lit lv lav mr mar ms msa nb nob
   nl nld no nob pl pol pt por pt-br porBr ro ron ru rus sk slk st sot sv swe sw swa th tha tl tgl tr tur uk ukr ur urd
   vi vie zh zho`
    .split(/\s+/)
    .flatMap((code, at, codes) => (at % 2 === 0 ? [[code, codes[at + 1] ?? '']] : [])),
)

const lists: Readonly<Record<string, unknown>> = stopword
const foldedLists = new Map<string, ReadonlySet<string>>()

export const stopWordLanguages = Object.keys(packageCodes)

/** Words without meaning in a language, normalised as words of a query; empty for an unknown language. */
export function stopWordsOf(language: string): ReadonlySet<string> {
  const known = foldedLists.get(language)
  if (known) return known
  const list = lists[packageCodes[language] ?? '']
  const words = Array.isArray(list) ? list.filter((word) => typeof word === 'string') : []
  const folded = new Set(words.flatMap(foldedWords))
  foldedLists.set(language, folded)
  return folded
}

/**
 * Stop words selected by `removeStopWords`: of the listed languages, or with `true` of the query's languages, otherwise
 * of all. Entries of the dictionary add words and take them away. Undefined if it selects none.
 */
export function requestedStopWords(
  removeStopWords: unknown,
  queryLanguages: readonly string[],
  dictionaries: Dictionaries,
): ((word: string) => boolean) | undefined {
  const selected = selectedLanguages(removeStopWords, queryLanguages)
  if (!selected) return undefined
  const languages = selected.length > 0 ? selected : stopWordLanguages
  const { added, removed } = derivedFrom(dictionaries, `stop words ${languages.join()}`, () =>
    customStopWords(languages, dictionaries),
  )
  const { withoutStandard } = dictionaries
  const standard = languages.filter((language) => !withoutStandard.stopwords.has(language))
  return (word) =>
    added.has(word) || (!removed.has(word) && standard.some((language) => stopWordsOf(language).has(word)))
}

function customStopWords(languages: readonly string[], { entries }: Dictionaries) {
  const custom = entries.stopwords.filter(({ language }) => languages.includes(language))
  const wordsWith = (state: string) =>
    new Set(
      custom
        .filter((entry) => (entry.state ?? 'enabled') === state)
        .flatMap(({ word = '' }) => foldedWords(word)),
    )
  return { added: wordsWith('enabled'), removed: wordsWith('disabled') }
}
