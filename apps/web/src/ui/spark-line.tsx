import { cx } from './cx.ts'
import { sparkPath, type SparkPoint } from './spark-path.ts'

interface SparkLineProps {
  /** Says in words what the line shows. */
  label: string
  points: readonly SparkPoint[]
  /** The moment at the right end, in milliseconds. */
  until: number
  className?: string
}

const width = 96
const height = 28

/** A value over time, small enough to stand in a row of a table. Where there is none the line is broken. */
export function SparkLine({ label, points, until, className }: SparkLineProps) {
  const { line, gaps, end } = sparkPath(points, { width, height, until })
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fill="none"
      className={cx('text-accent', className)}
    >
      <path d={gaps} className="stroke-line-strong" strokeDasharray="1 3" strokeLinecap="round" />
      <path d={line} stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" strokeLinecap="round" />
      {end && <circle cx={end.x} cy={end.y} r={2.5} fill="currentColor" />}
    </svg>
  )
}
