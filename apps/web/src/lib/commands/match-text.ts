const normalize = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Words of a search text, without case and accents. */
const searchWords = (text: string): string[] => normalize(text).split(/\s+/).filter(Boolean)

/** How well a text matches: `starts` with it, `contains` every word, or `null`. */
export function matchText(
  search: string,
  { title, detail = '' }: { title: string; detail?: string | undefined },
): 'starts' | 'contains' | null {
  const words = searchWords(search)
  const combined = normalize(`${title} ${detail}`)
  if (!words.every((word) => combined.includes(word))) return null
  return normalize(title).startsWith(words.join(' ')) ? 'starts' : 'contains'
}
