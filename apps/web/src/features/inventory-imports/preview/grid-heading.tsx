import { cx } from '#web/ui/cx.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import type { RowsView } from '#web/features/inventory-imports/import-place.ts'
import { gridColumns, gridTracks } from './grid-columns.ts'

type Sort = NonNullable<RowsView['sort']>

interface GridHeadingProps {
  /** For cards: there, but not visible. */
  isHidden: boolean
  sort: Sort | null
  onSort: (sort: Sort) => void
}

/** Titles of the columns; those that sort are buttons. */
export function GridHeading({ isHidden, sort, onSort }: GridHeadingProps) {
  return (
    <div role="rowgroup" className={isHidden ? 'sr-only' : 'sticky top-0 z-10 bg-surface'}>
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: gridTracks() }}
        className="grid h-8.5 items-center gap-x-2.5 border-b border-line px-5 text-xs text-muted"
      >
        {gridColumns().map(({ title, sortBy: by, isNumeric = false, isTitleHidden = false }) => {
          const isSorted = by !== undefined && sort?.by === by
          const Icon = sort?.direction === 'desc' ? ArrowDownIcon : ArrowUpIcon
          return (
            <span
              key={title}
              role="columnheader"
              {...(isSorted && { 'aria-sort': sort?.direction === 'desc' ? 'descending' : 'ascending' })}
              className={cx('truncate', isNumeric && 'text-right', isSorted && 'font-semibold text-ink')}
            >
              {by !== undefined && sort ? (
                <button
                  type="button"
                  className="inline-flex items-center gap-1 rounded hover:text-ink"
                  tabIndex={isHidden ? -1 : 0}
                  onClick={() =>
                    onSort({ by, direction: isSorted && sort.direction === 'asc' ? 'desc' : 'asc' })
                  }
                >
                  {title}
                  {isSorted && <Icon aria-hidden className="size-3.5" />}
                </button>
              ) : (
                <span className={isTitleHidden ? 'sr-only' : ''}>{title}</span>
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}
