import { foldedWords, type WordRule } from './word-rules.ts'

/** A synonym as the Algolia API stores it. */
export type Synonym =
  | { type: 'synonym'; synonyms: readonly string[] }
  | { type: 'onewaysynonym'; input: string; synonyms: readonly string[] }
  | { type: 'altcorrection1' | 'altcorrection2'; word: string; corrections: readonly string[] }
  | { type: 'placeholder'; placeholder: string; replacements: readonly string[] }

export function rulesOfSynonym(synonym: Synonym): WordRule[] {
  switch (synonym.type) {
    case 'synonym':
      return synonym.synonyms.flatMap((from) => rulesFrom(from, synonym.synonyms))
    case 'onewaysynonym':
      return rulesFrom(synonym.input, synonym.synonyms)
    case 'altcorrection1':
      return rulesFrom(synonym.word, synonym.corrections, 1)
    case 'altcorrection2':
      return rulesFrom(synonym.word, synonym.corrections, 2)
    default:
      return synonym.replacements.flatMap((replacement) => rulesFrom(replacement, [synonym.placeholder]))
  }
}

function rulesFrom(from: string, to: readonly string[], typos: WordRule['typos'] = 0): WordRule[] {
  const words = foldedWords(from)
  return to.map((text) => ({ from: words, to: foldedWords(text), typos, kind: 'synonym' }))
}
