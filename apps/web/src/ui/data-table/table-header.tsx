import { cx } from '#web/ui/cx.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import type { ReactNode } from 'react'
import { LazyColumnResizer } from './resize/lazy-column-resizer.tsx'
import type { ColumnWidths } from './views/saved-views.ts'
import type { TableColumn, TableSort } from './table-column.ts'

interface TableHeaderProps<Item> {
  columns: readonly TableColumn<Item>[]
  template: string
  widths: ColumnWidths | undefined
  sort: TableSort | null
  onSort: (column: TableColumn<Item>) => void
  /** `null` where rows cannot be selected. */
  checkbox: ReactNode | null
}

/** A title that is longer than its column takes two lines. */
const titleClass = 'line-clamp-2 leading-3.5'

/** The sticky header; a sortable column is a button. */
export function TableHeader<Item>({
  columns,
  template,
  widths,
  sort,
  onSort,
  checkbox,
}: TableHeaderProps<Item>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-surface">
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-9 items-center gap-x-3.5 border-b border-line px-4 sm:px-5 text-2xs font-medium text-muted"
      >
        {checkbox !== null && <span role="columnheader">{checkbox}</span>}
        {columns.map((column, index) => {
          const { id, title, isNumeric } = column
          const direction = sort?.by === id ? sort.direction : null
          return (
            <span
              key={id}
              role="columnheader"
              // Excludes the name of the resize handle.
              aria-label={title}
              {...(column.sort && {
                'aria-sort': direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending',
              })}
              className={cx('relative min-w-0', isNumeric && 'text-right')}
            >
              {column.sort ? (
                <button
                  type="button"
                  onClick={() => onSort(column)}
                  className={cx(
                    'inline-flex h-9 max-w-full items-center gap-1 rounded-sm -outline-offset-2 hover:text-ink',
                    direction !== null && 'font-semibold text-ink',
                  )}
                >
                  <span className={titleClass}>{title}</span>
                  {direction === 'asc' && <ArrowUpIcon aria-hidden className="size-3 shrink-0" />}
                  {direction === 'desc' && <ArrowDownIcon aria-hidden className="size-3 shrink-0" />}
                </button>
              ) : (
                <span className={column.isAction ? 'sr-only' : titleClass}>{title}</span>
              )}
              {widths && !column.isAction && (
                <LazyColumnResizer
                  id={id}
                  title={title}
                  width={widths.of(id)}
                  defaultWidth={column.width}
                  isTabStop={index === 0}
                  onWidth={(width) => widths.set(id, width)}
                  className="-right-3.25"
                />
              )}
            </span>
          )
        })}
      </div>
    </div>
  )
}
