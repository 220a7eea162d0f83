import { slugify } from '@terrace/domain/slug'

/** Whatever is longer was pasted, and comparing it letter by letter would hold up the page. */
const longestName = 100

/**
 * What may have been meant by a text that nothing matches: the name nearest to the whole of it, else its words put right
 * by the words of the names. Names stand the most wanted first; of two that are as near the first is taken. Null where
 * nothing is near, or the text is spelled as the names are.
 */
export function nearestSpelling(text: string, names: readonly string[]): string | null {
  const typed = plain(text)
  if (typed.length < 3 || typed.length > longestName) return null
  const whole = nearest(typed, names, plain)
  if (whole !== undefined) return plain(whole) === typed ? null : whole
  const known = [...new Set(names.flatMap((name) => plain(name).split(' ')))].filter(
    (word) => word.length > 2,
  )
  const words = typed.split(' ').flatMap((word) => (word.length < 3 ? [] : (nearest(word, known) ?? [])))
  const put = words.join(' ')
  return put === '' || put === typed ? null : put
}

function nearest(text: string, among: readonly string[], read = (each: string) => each): string | undefined {
  // A third of the letters may be wrong: more would be another word.
  let least = Math.max(1, Math.round(text.length / 3)) + 1
  let best: string | undefined
  for (const each of among) {
    const distance = typosBetween(text, read(each), least)
    if (distance < least) {
      least = distance
      best = each
    }
  }
  return best
}

function plain(text: string): string {
  // A slug's letters are those in which the index compares.
  return text.trim() === '' ? '' : slugify(text).replaceAll('-', ' ')
}

/** Letters to add, drop, change or swap with their neighbour; `enough` where it is no less than that. */
function typosBetween(one: string, other: string, enough: number): number {
  if (Math.abs(one.length - other.length) >= enough) return enough
  let above: number[] = []
  let before = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row += 1) {
    const here = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const cost = one[row - 1] === other[column - 1] ? 0 : 1
      let least = Math.min(
        (before[column] ?? enough) + 1,
        (here[column - 1] ?? enough) + 1,
        (before[column - 1] ?? enough) + cost,
      )
      if (one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        least = Math.min(least, (above[column - 2] ?? enough) + 1)
      }
      here.push(least)
    }
    if (Math.min(...here) >= enough) return enough
    above = before
    before = here
  }
  return before[other.length] ?? enough
}
