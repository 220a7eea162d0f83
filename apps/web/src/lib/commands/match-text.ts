/** A text for comparisons, without case and accents. */
export const normalizeText = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Words of a search text, without case and accents. */
export const searchWords = (text: string): string[] => normalizeText(text).split(/\s+/).filter(Boolean)

/** Whether title and detail contain every word of the search text. */
export function matchesText(
  search: string,
  { title, detail = '' }: { title: string; detail?: string | undefined },
): boolean {
  const combined = normalizeText(`${title} ${detail}`)
  return searchWords(search).every((word) => combined.includes(word))
}

/** Whether the searched words begin words of the text, in the same order: "quote b" names "Quote the basket". */
export function isNamedBy(search: string, text: string): boolean {
  const textWords = wordsOf(text)
  let next = 0
  return wordsOf(search).every((word) => {
    const found = textWords.findIndex((textWord, index) => index >= next && textWord.startsWith(word))
    next = found + 1
    return found !== -1
  })
}

/** Words without punctuation, so that "theme: dark" names "Theme: dark". */
const wordsOf = (text: string): string[] => normalizeText(text).match(/[\p{L}\p{N}]+/gu) ?? []
