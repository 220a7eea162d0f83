import type { SourcePart } from './source-parts.ts'

export interface RetiredWord {
  pattern: RegExp
  appliesTo: 'names' | 'text' | 'both'
  instead: string
}

/** Reads the list in `retired-words.txt`; throws with the line number when a line cannot be read. */
export function readRetiredWords(list: string): RetiredWord[] {
  return list.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return []
    const [pattern, appliesTo, instead] = line.split('\t')
    if (!pattern || !instead || (appliesTo !== 'names' && appliesTo !== 'text' && appliesTo !== 'both'))
      throw new Error(
        `retired-words.txt:${index + 1}: expected "pattern<TAB>names|text|both<TAB>replacement"`,
      )
    return [{ pattern: new RegExp(pattern, 'i'), appliesTo, instead }]
  })
}

/** Splits an identifier or file name into lower-case words: isPaid_v2 becomes "is paid v2". */
function wordsOfName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** The retired words that a part contains, each with its replacement. Strings without a space are identifiers, not prose. */
export function findRetiredWords(
  part: SourcePart,
  words: readonly RetiredWord[],
): { word: string; instead: string }[] {
  if (part.isCode || (part.kind === 'copy' && !/\s/.test(part.text))) return []
  const isName = part.kind === 'name'
  const text = isName ? wordsOfName(part.text) : part.text
  return words.flatMap(({ pattern, appliesTo, instead }) => {
    if (appliesTo !== 'both' && (appliesTo === 'names') !== isName) return []
    const [word] = pattern.exec(text) ?? []
    return word === undefined ? [] : [{ word, instead }]
  })
}
