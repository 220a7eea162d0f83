/** Receives the index of each term within the limit and its number of typos. */
type OnMatch = (index: number, typos: number) => void

interface FuzzyTermsQuery {
  word: string
  maxTypos: number
  /** Whether longer terms that start with the word match. */
  isPrefix: boolean
}

/**
 * Finds the terms of a sorted list within `maxTypos` of a word. The distance is restricted Damerau-Levenshtein:
 * swapping two neighbours is one typo, and a typo on the first letter counts as two.
 * Walks the list like a trie, so that terms with a common prefix share the rows of the distance table.
 */
export function findFuzzyTerms(terms: readonly string[], query: FuzzyTermsQuery, onMatch: OnMatch): void {
  const { word, maxTypos, isPrefix } = query
  const width = word.length + 1
  const first = new Uint8Array(width)
  for (let column = 1; column < width; column += 1) first[column] = column + 1
  const rows: Uint8Array[] = [first]

  /** Fills the row for one more letter of a term and returns its smallest distance. */
  function fillRow(depth: number, letter: number, before: number): number {
    const above = rows[depth - 1] ?? first
    const row = (rows[depth] ??= new Uint8Array(width))
    row[0] = depth + 1
    let smallest = row[0]
    for (let column = 1; column < width; column += 1) {
      const isSame = word.charCodeAt(column - 1) === letter
      const isFirst = depth === 1 && column === 1
      const diagonal = above[column - 1] ?? 0
      let cost = isSame ? diagonal : diagonal + (isFirst ? 2 : 1)
      cost = Math.min(cost, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1)
      if (
        depth > 1 &&
        column > 1 &&
        !isSame &&
        word.charCodeAt(column - 2) === letter &&
        word.charCodeAt(column - 1) === before
      ) {
        const isAtStart = depth === 2 && column === 2
        cost = Math.min(cost, (rows[depth - 2]?.[column - 2] ?? 0) + (isAtStart ? 2 : 1))
      }
      row[column] = cost
      if (cost < smallest) smallest = cost
    }
    return smallest
  }

  /**
   * Visits terms `from` to before `to`, which share their first `depth` letters; `best` is the smallest distance of
   * any shorter prefix.
   */
  function walk(from: number, to: number, depth: number, smallest: number, best: number): void {
    const here = rows[depth]?.[width - 1] ?? width
    const nearest = isPrefix ? Math.min(best, here) : here
    if (smallest > maxTypos && nearest > maxTypos) return
    if (isPrefix && nearest <= maxTypos && smallest >= nearest) {
      for (let index = from; index < to; index += 1) onMatch(index, nearest)
      return
    }
    let index = from
    if (terms[index]?.length === depth) {
      if (nearest <= maxTypos) onMatch(index, nearest)
      index += 1
    }
    const before = terms[from]?.charCodeAt(depth - 1) ?? 0
    while (index < to) {
      const letter = terms[index]?.charCodeAt(depth) ?? 0
      const end = endOfPrefix(terms, { from: index, to, depth, letter })
      const next = fillRow(depth + 1, letter, before)
      if (next <= maxTypos || (isPrefix && nearest <= maxTypos)) {
        walk(index, end, depth + 1, next, nearest)
      }
      index = end
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

/** The first index whose letter at `depth` differs: exponential, then binary search. */
function endOfPrefix(terms: readonly string[], { from, to, depth, letter }: LetterRange): number {
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
