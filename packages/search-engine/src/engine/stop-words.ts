import * as stopword from 'stopword'
import { tokenize } from './tokenize.ts'

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

/** Words without meaning in a language, normalised as words of a query; empty for an unknown language. */
function stopWordsOf(language: string): ReadonlySet<string> {
  const known = foldedLists.get(language)
  if (known) return known
  const list = lists[packageCodes[language] ?? '']
  const words = Array.isArray(list) ? list.filter((word) => typeof word === 'string') : []
  const folded = new Set(words.flatMap((word) => tokenize(word).map((token) => token.folded)))
  foldedLists.set(language, folded)
  return folded
}

/**
 * Stop words selected by `removeStopWords`: of the listed languages, or with `true` of the query's languages, otherwise
 * of all. Undefined if it selects none.
 */
export function requestedStopWords(
  removeStopWords: unknown,
  queryLanguages: readonly string[],
): ((word: string) => boolean) | undefined {
  const isOn = removeStopWords === true || removeStopWords === 'true'
  const listed = Array.isArray(removeStopWords)
    ? removeStopWords.filter((code) => typeof code === 'string')
    : []
  if (!isOn && listed.length === 0) return undefined
  const languages =
    listed.length > 0 ? listed : queryLanguages.length > 0 ? queryLanguages : Object.keys(packageCodes)
  return (word) => languages.some((language) => stopWordsOf(language.toLowerCase()).has(word))
}
