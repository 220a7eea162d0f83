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

/** Damerau–Levenshtein distance, capped at `limit`. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit
  let twoRowsUp: number[] = []
  let previousRow = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const currentRow = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const cost = left[row - 1] === right[column - 1] ? 0 : 1
      let smallest = Math.min(
        (previousRow[column] ?? limit) + 1,
        (currentRow[column - 1] ?? limit) + 1,
        (previousRow[column - 1] ?? limit) + cost,
      )
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        smallest = Math.min(smallest, (twoRowsUp[column - 2] ?? limit) + 1)
      }
      currentRow.push(smallest)
    }
    if (Math.min(...currentRow) >= limit) return limit
    twoRowsUp = previousRow
    previousRow = currentRow
  }
  return previousRow[right.length] ?? limit
}
