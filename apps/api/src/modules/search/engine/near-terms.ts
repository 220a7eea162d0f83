/** Hears of each term that is near enough: its place in the list, and how many typos lie between. */
type Report = (place: number, typos: number) => void

interface NearTermsQuery {
  word: string
  maxTypos: number
  /** The word may be the beginning of a longer one. */
  isPrefix: boolean
}

/**
 * Finds the terms of a sorted list within `maxTypos` of a word: Damerau-Levenshtein in its restricted form, in which two
 * neighbours changing places is one typo, and every typo on the first letter counts as two (wire.md §1.5). One walk down
 * the list as if it were a tree: terms with the same beginning share the rows of the distance table.
 */
export function nearTerms(terms: readonly string[], query: NearTermsQuery, report: Report): void {
  const { word, maxTypos, isPrefix } = query
  const width = word.length + 1
  const first = new Uint8Array(width)
  for (let column = 1; column < width; column += 1) first[column] = column + 1
  const rows: Uint8Array[] = [first]

  /** Fills the row for one more letter of a term; answers the smallest figure in it. */
  function fillRow(depth: number, letter: number, before: number): number {
    const above = rows[depth - 1] ?? first
    const row = (rows[depth] ??= new Uint8Array(width))
    row[0] = depth + 1
    let smallest = row[0]
    for (let column = 1; column < width; column += 1) {
      const isSame = word.charCodeAt(column - 1) === letter
      const isFirst = depth === 1 && column === 1
      const diagonal = above[column - 1] ?? 0
      let figure = isSame ? diagonal : diagonal + (isFirst ? 2 : 1)
      figure = Math.min(figure, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1)
      if (
        depth > 1 &&
        column > 1 &&
        !isSame &&
        word.charCodeAt(column - 2) === letter &&
        word.charCodeAt(column - 1) === before
      ) {
        const isAtStart = depth === 2 && column === 2
        figure = Math.min(figure, (rows[depth - 2]?.[column - 2] ?? 0) + (isAtStart ? 2 : 1))
      }
      row[column] = figure
      if (figure < smallest) smallest = figure
    }
    return smallest
  }

  /** Looks at terms `from` to before `to`, which share their first `depth` letters; `best` is that of any beginning. */
  function walk(from: number, to: number, depth: number, smallest: number, best: number): void {
    const here = rows[depth]?.[width - 1] ?? width
    const nearest = isPrefix ? Math.min(best, here) : here
    if (smallest > maxTypos && nearest > maxTypos) return
    if (isPrefix && nearest <= maxTypos && smallest >= nearest) {
      for (let place = from; place < to; place += 1) report(place, nearest)
      return
    }
    let place = from
    if (terms[place]?.length === depth) {
      if (nearest <= maxTypos) report(place, nearest)
      place += 1
    }
    const before = terms[from]?.charCodeAt(depth - 1) ?? 0
    while (place < to) {
      const letter = terms[place]?.charCodeAt(depth) ?? 0
      const end = endOfLetter(terms, { from: place, to, depth, letter })
      const next = fillRow(depth + 1, letter, before)
      if (next <= maxTypos || (isPrefix && nearest <= maxTypos)) {
        walk(place, end, depth + 1, next, nearest)
      }
      place = end
    }
  }

  walk(0, terms.length, 0, 0, Number.POSITIVE_INFINITY)
}

interface LetterRange {
  from: number
  to: number
  depth: number
  letter: number
}

/** The first place from which the letter at `depth` is another one: by ever longer steps, then by halves. */
function endOfLetter(terms: readonly string[], { from, to, depth, letter }: LetterRange): number {
  let step = 1
  let low = from
  while (low + step < to && terms[low + step]?.charCodeAt(depth) === letter) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, to)
  low += 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (terms[middle]?.charCodeAt(depth) === letter) low = middle + 1
    else high = middle
  }
  return low
}
