import { cx } from '#web/ui/cx.ts'
import { sparklinePath, type SparklinePoint } from './sparkline-path.ts'

interface SparklineProps {
  /** Text alternative. */
  label: string
  points: readonly SparklinePoint[]
  /** Timestamp of the right edge, in milliseconds. */
  until: number
  className?: string
}

const width = 96
const height = 28

/** A value over time, small enough for a table row. Missing values leave gaps. */
export function Sparkline({ label, points, until, className }: SparklineProps) {
  const { line, gaps, end } = sparklinePath(points, { width, height, until })
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
