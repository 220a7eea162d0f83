/** The state the user asked for, until fetched lists show it. */
export interface OptimisticMark {
  isTracked: boolean
  /** State of the last successful response. */
  confirmed: boolean | undefined
  /** Presses without a response yet. */
  pending: number
}

/** Keyed by listing id. */
export type OptimisticMarks = Readonly<Record<string, OptimisticMark>>

export function withPress(marks: OptimisticMarks, id: string, isTracked: boolean): OptimisticMarks {
  const mark = marks[id]
  return {
    ...marks,
    [id]: { isTracked, confirmed: mark?.confirmed, pending: (mark?.pending ?? 0) + 1 },
  }
}

/**
 * Records a response; `result` is the confirmed state, `undefined` on failure. A failed press reverts unless a later
 * press is pending.
 */
export function withResponse(
  marks: OptimisticMarks,
  id: string,
  result: boolean | undefined,
): OptimisticMarks {
  const mark = marks[id]
  if (!mark) return marks
  const confirmed = result ?? mark.confirmed
  const pending = mark.pending - 1
  if (pending > 0) return { ...marks, [id]: { ...mark, confirmed, pending } }
  return confirmed === undefined
    ? withoutMark(marks, id)
    : { ...marks, [id]: { isTracked: confirmed, confirmed, pending: 0 } }
}

/** Drops a mark that the server's lists now reflect. */
export function withoutMark(marks: OptimisticMarks, id: string): OptimisticMarks {
  const { [id]: _removed, ...rest } = marks
  return rest
}
