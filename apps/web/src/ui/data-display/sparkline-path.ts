export interface SparklinePoint {
  /** Timestamp in milliseconds. */
  at: number
  /** Value from this time on; `null` when there is none. */
  value: number | null
}

interface SparklineBox {
  width: number
  height: number
  /** Timestamp of the right edge, in milliseconds. */
  until: number
}

/** Space for the line's round end. */
const margin = 3

/**
 * A step line, because a value holds until the next one. `gaps` marks missing values along the bottom; `end` is the
 * position of the current value, if there is one.
 */
export function sparklinePath(
  points: readonly SparklinePoint[],
  { width, height, until }: SparklineBox,
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
    const continuesLine = (points[index - 1]?.value ?? null) !== null
    line += `${continuesLine ? `V${y(value)}` : `M${start} ${y(value)}`}H${end}`
  }
  const currentValue = points.at(-1)?.value ?? null
  return { line, gaps, end: currentValue === null ? null : { x: x(until), y: y(currentValue) } }
}

const round = (value: number): number => Math.round(value * 10) / 10
