import { editDistance } from '@terrace/domain/text/edit-distance'
import { slugify } from '@terrace/domain/text/slug'

/** Longer text was pasted; comparing it would block the page. */
const maxNameLength = 100

/**
 * Spelling suggestion for a search without results: the closest name, otherwise each word corrected on its own.
 * `names` are ordered by popularity, which breaks ties. `null` when nothing is close or the text is already correct.
 */
export function suggestSpelling(text: string, names: readonly string[]): string | null {
  const typed = plain(text)
  if (typed.length < 3 || typed.length > maxNameLength) return null
  const fullMatch = nearest(typed, names, plain)
  if (fullMatch !== undefined) return plain(fullMatch) === typed ? null : fullMatch
  const vocabulary = [...new Set(names.flatMap((name) => plain(name).split(' ')))].filter(
    (word) => word.length > 2,
  )
  const words = typed.split(' ').flatMap((word) => (word.length < 3 ? [] : (nearest(word, vocabulary) ?? [])))
  const corrected = words.join(' ')
  return corrected === '' || corrected === typed ? null : corrected
}

function nearest(
  text: string,
  candidates: readonly string[],
  read = (each: string) => each,
): string | undefined {
  // Up to a third of the characters may differ.
  let smallest = Math.max(1, Math.round(text.length / 3)) + 1
  let best: string | undefined
  for (const each of candidates) {
    const distance = editDistance(text, read(each), smallest)
    if (distance < smallest) {
      smallest = distance
      best = each
    }
  }
  return best
}

function plain(text: string): string {
  // Slugs use the character set in which the index compares.
  return text.trim() === '' ? '' : slugify(text).replaceAll('-', ' ')
}
