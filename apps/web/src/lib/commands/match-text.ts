/** A text for comparisons, without case and accents. */
export const normalizeText = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Words of a search text, without case and accents. */
export const searchWords = (text: string): string[] => normalizeText(text).split(/\s+/).filter(Boolean)

/** How well a text matches: `starts` with it, `contains` every word, or `null`. */
export function matchText(
  search: string,
  { title, detail = '' }: { title: string; detail?: string | undefined },
): 'starts' | 'contains' | null {
  const words = searchWords(search)
  const combined = normalizeText(`${title} ${detail}`)
  if (!words.every((word) => combined.includes(word))) return null
  return normalizeText(title).startsWith(words.join(' ')) ? 'starts' : 'contains'
}
