import { useRef, type ReactNode } from 'react'
import { useRowKeys } from '#web/lib/use-row-keys.ts'
import { cx } from './cx.ts'
import { Skeleton, SkeletonRegion } from './skeleton.tsx'

/* Heads and rows stand below each other. */
const sides = 'px-4 sm:px-5'
const line = `gap-x-4 ${sides}`

interface RowListProps {
  /** The columns, and from which width of the list on they stand: `@3xl:grid @3xl:grid-cols-[…]`. */
  columns: string
  /** The heads of the columns; drawn only, for each row reads as a sentence. */
  heads: ReactNode
  /** One list item a row, in it a link of {@link rowLinkClass}. */
  children: ReactNode
}

/** Rows of links in columns, below their heads; the arrow keys walk them. */
export function RowList({ columns, heads, children }: RowListProps) {
  const list = useRef<HTMLDivElement>(null)
  const { onListKeyDown } = useRowKeys({ list })
  return (
    <div className="@container">
      <div
        aria-hidden
        className={cx('hidden h-9 border-b border-line text-xs font-semibold text-muted', line, columns)}
      >
        {heads}
      </div>
      {/* Only passes on arrow keys between its links; it is not a control itself. */}
      <div ref={list} role="presentation" onKeyDown={onListKeyDown}>
        <ul className="divide-y divide-line">{children}</ul>
      </div>
    </div>
  )
}

/** Of a row's link: two cells a line where the columns do not stand. The open one is marked. */
export function rowLinkClass(columns: string): string {
  return cx(
    'grid grid-cols-[minmax(0,1fr)_auto] gap-y-1 py-3 -outline-offset-2 transition-colors duration-150 ease-out',
    'hover:bg-sunken focus-visible:bg-sunken aria-[current=page]:bg-accent-soft',
    line,
    columns,
  )
}

interface RowListSkeletonProps {
  /** What is on its way. */
  label: string
  rows: number
  /** From which width on the heads stand. */
  headClass: string
  /** How high a row is at which width. */
  rowClass: string
  /** Before the two lines that each row has, and after them. */
  start?: ReactNode
  end: ReactNode
  /** Of the second line: at which width it stands elsewhere. */
  secondClass?: string
}

/** The shape of a list of rows, in columns or not, that is on its way. */
export function RowListSkeleton({
  label,
  rows,
  headClass,
  rowClass,
  start,
  end,
  secondClass,
}: RowListSkeletonProps) {
  return (
    <SkeletonRegion label={label} className="@container divide-y divide-line">
      <div className={cx('hidden h-9', headClass)} />
      {Array.from({ length: rows }, (_, place) => (
        <div key={place} className={cx('flex items-center gap-12', sides, rowClass)}>
          {start}
          <span className="flex-1">
            <Skeleton className="h-4 w-4/5 max-w-72" />
            <Skeleton className={cx('mt-2 h-3 w-2/5 max-w-52', secondClass)} />
          </span>
          {end}
        </div>
      ))}
    </SkeletonRegion>
  )
}
