export interface SparkPoint {
  /** In milliseconds. */
  at: number
  /** From this moment on; null where there is none. */
  value: number | null
}

interface SparkBox {
  width: number
  height: number
  /** The moment at the right end. */
  until: number
}

/** Room for the round end of the line. */
const margin = 3

/**
 * A line of steps, since a value holds until the next one; `gaps` lies along the foot wherever there was no value. `end` is
 * where the line stands now, if it does.
 */
export function sparkPath(
  points: readonly SparkPoint[],
  { width, height, until }: SparkBox,
): { line: string; gaps: string; end: { x: number; y: number } | null } {
  const values = points.flatMap(({ value }) => value ?? [])
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const from = points[0]?.at ?? until
  const x = (at: number) =>
    round(margin + (at >= until ? 1 : (at - from) / (until - from)) * (width - 2 * margin))
  const y = (value: number) =>
    round(
      highest === lowest
        ? height / 2
        : margin + ((highest - value) / (highest - lowest)) * (height - 2 * margin),
    )
  let line = ''
  let gaps = ''
  for (const [index, { at, value }] of points.entries()) {
    const [start, end] = [x(at), x(points[index + 1]?.at ?? until)]
    if (value === null) {
      gaps += `M${start} ${height - margin}H${end}`
      continue
    }
    const isGoingOn = (points[index - 1]?.value ?? null) !== null
    line += `${isGoingOn ? `V${y(value)}` : `M${start} ${y(value)}`}H${end}`
  }
  const now = points.at(-1)?.value ?? null
  return { line, gaps, end: now === null ? null : { x: x(until), y: y(now) } }
}

const round = (value: number): number => Math.round(value * 10) / 10
