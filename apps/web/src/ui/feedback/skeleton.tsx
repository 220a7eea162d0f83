import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { markRoot } from '#web/lib/hooks/use-root-mark.ts'
import { cx } from '#web/ui/cx.ts'

/** A grey placeholder; give it the size of the content. */
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

/**
 * Groups the skeletons of a region and announces the loading state once. Inside `main`, it marks the page as loading.
 */
export function SkeletonRegion({
  label,
  children,
  className,
}: {
  label: string
  children: ReactNode
  className?: string
}) {
  const region = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (region.current?.closest('main') ? markRoot('data-main-loading') : undefined), [])
  return (
    <div ref={region} role="status" aria-busy className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}

/** Skeleton rows of a table. `columns` are widths in rem; the last column is right-aligned. */
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
