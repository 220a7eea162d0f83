import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A grey shape where content will be; give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'block animate-shimmer rounded bg-[linear-gradient(100deg,transparent_25%,color-mix(in_srgb,var(--surface)_55%,transparent)_50%,transparent_75%)] bg-[length:200%_100%] bg-ink/8',
        className ?? 'h-4 w-full',
      )}
    />
  )
}

/** Wraps the shapes of one region and says once that it is loading. */
export function SkeletonRegion({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  return (
    <div role="status" aria-busy className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** Rows of a table that is on its way. `columns` are widths in rem; the last stands at the right. */
export function SkeletonRows({ rows = 6, columns }: { rows?: number; columns: readonly number[] }) {
  return Array.from({ length: rows }, (_, row) => (
    <div
      key={row}
      aria-hidden
      className="flex h-14 items-center gap-6 border-b border-line px-5 last:border-b-0"
    >
      {columns.map((width, column) => (
        <span
          key={column}
          className={cx('block', column === columns.length - 1 && 'ml-auto')}
          style={{ width: `${width}rem` }}
        >
          <Skeleton className="h-3.5 w-full" />
        </span>
      ))}
    </div>
  ))
}
