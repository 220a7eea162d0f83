import { maxComparedListings } from '@terrace/contracts/inventory'
import { cx } from '#web/ui/cx.ts'
import { maxColumnWidth, minColumnWidth } from '#web/ui/data-table/column-track.ts'
import { RowCheckbox } from '#web/ui/data-table/row-checkbox.tsx'
import { LazyColumnResizer } from '#web/ui/data-table/resize/lazy-column-resizer.tsx'
import type { TableColumn, TableLayout } from '#web/ui/data-table/table-column.ts'
import { nextSort } from '#web/ui/data-table/table-layout.ts'
import type { ColumnWidths } from '#web/ui/data-table/views/saved-views.ts'
import { ArrowDownIcon, ArrowUpIcon } from '#web/ui/icons.ts'
import type { InventoryColumn } from './columns.tsx'
import { headerKeys, useHeaderKeys } from './header-keys.ts'

interface GridHeaderProps {
  columns: readonly InventoryColumn[]
  template: string
  widths: ColumnWidths
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
  isCompared: boolean
  selected: 'none' | 'some' | 'all'
  onToggleAll: () => void
  /** Moves the focus to the rows. */
  onLeave: () => void
}

/** Orders that compare every listing, which the server does for short lists only. */
const marketOrders: ReadonlySet<string> = new Set(['lowest', 'rank'])
const tooManyText = `sorts up to ${maxComparedListings.toLocaleString('en-GB')} listings, so filter by event or competition first. `

/**
 * The sticky header, one Tab stop. A sortable column is a button; the others take the focus themselves, to be resized or
 * hidden.
 */
export function GridHeader(props: GridHeaderProps) {
  const { columns, template, widths, layout, onLayout, selected } = props
  const press = (column: TableColumn<never> | InventoryColumn) =>
    onLayout({ ...layout, sort: nextSort(column, layout.sort) })
  const { tabIndexOf, handlers } = useHeaderKeys({
    count: columns.length,
    onLeave: props.onLeave,
    onResize(index, change) {
      const column = columns[index]
      if (!column) return
      const width = (widths.of(column.id) ?? column.width) + (change ?? 0)
      const clamped = Math.min(Math.max(width, minColumnWidth), maxColumnWidth)
      widths.set(column.id, change === null ? undefined : clamped)
    },
    onHide(index) {
      const column = columns[index]
      // The first column opens the listing, so it stays.
      if (!column || index === 0) return
      const toggled = new Set(layout.toggled)
      if (!toggled.delete(column.id)) toggled.add(column.id)
      onLayout({ ...layout, toggled })
    },
  })
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-surface">
      <div
        role="row"
        aria-rowindex={1}
        style={{ gridTemplateColumns: template }}
        className="grid h-7 items-stretch border-b border-line px-3 text-2xs font-medium text-muted"
        {...handlers}
      >
        <span
          role="columnheader"
          aria-colindex={1}
          aria-label="Selection"
          data-header={0}
          className="flex items-center pl-3"
        >
          <RowCheckbox
            label="Select all that match"
            isSelected={selected === 'all'}
            isPartial={selected === 'some'}
            tabIndex={tabIndexOf(0)}
            onToggle={props.onToggleAll}
          />
        </span>
        {columns.map((column, index) => {
          const isTooMany = !props.isCompared && marketOrders.has(column.id)
          const isSortable = column.sort !== undefined && !isTooMany
          const direction = layout.sort?.by === column.id ? layout.sort.direction : null
          return (
            <span
              key={column.id}
              role="columnheader"
              aria-colindex={index + 2}
              aria-label={isTooMany ? `${column.title}. ${tooManyText.trim()}` : column.title}
              aria-keyshortcuts={headerKeys}
              title={`${column.title}: ${isTooMany ? tooManyText : ''}Shift ← → changes the width${index > 0 ? ', Delete hides the column' : ''}`}
              data-header={index + 1}
              {...(!isSortable && { tabIndex: tabIndexOf(index + 1) })}
              {...(isSortable && {
                'aria-sort': direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending',
              })}
              className={cx('relative flex min-w-0 items-center px-1.5', column.isNumeric && 'justify-end')}
            >
              {isSortable ? (
                <button
                  type="button"
                  tabIndex={tabIndexOf(index + 1)}
                  onClick={() => press(column)}
                  className={cx(
                    'inline-flex h-7 max-w-full items-center gap-0.5 rounded-sm -outline-offset-2 hover:text-ink',
                    direction !== null && 'font-semibold text-ink',
                  )}
                >
                  <span className="truncate">{column.title}</span>
                  {direction === 'asc' && <ArrowUpIcon aria-hidden className="size-3 shrink-0" />}
                  {direction === 'desc' && <ArrowDownIcon aria-hidden className="size-3 shrink-0" />}
                </button>
              ) : (
                <span className="truncate">{column.title}</span>
              )}
              <LazyColumnResizer
                id={column.id}
                title={column.title}
                width={widths.of(column.id)}
                defaultWidth={column.width}
                isTabStop={false}
                onWidth={(width) => widths.set(column.id, width)}
                className="-right-1.5"
              />
            </span>
          )
        })}
      </div>
    </div>
  )
}
