/** Damerau–Levenshtein distance, capped at `limit`: two swapped letters count as one edit. */
export function editDistance(left: string, right: string, limit: number): number {
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
