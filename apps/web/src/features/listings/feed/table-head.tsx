import { memo, type Ref } from 'react'
import { cx } from '#web/ui/cx.ts'
import { LazyColumnResizer } from '#web/ui/data-table/resize/lazy-column-resizer.tsx'
import { columns, type ColumnId, type ColumnSort } from '#web/features/listings/columns/columns.ts'
import type { CompactLayout } from '#web/features/listings/columns/use-list-layout.ts'
import type { FeedFilterProps } from '#web/features/listings/filters/filter-choices.ts'
import { rowGrid } from '#web/features/listings/row/row-grid.ts'
import { SortHeader } from './sort-header.tsx'

interface TableHeadProps extends Pick<FeedFilterProps, 'params' | 'onParamsChange'> {
  /** `null` for comfortable rows and cards. */
  compact: CompactLayout | null
  ref: Ref<HTMLDivElement>
}

interface HeadCell {
  key: string
  title: string
  sort: ColumnSort | null
  isNumber?: boolean
}

const comfortableCells: readonly HeadCell[] = [
  { key: 'section', title: 'Section', sort: columns.section.sort },
  { key: 'seats', title: 'Row · seats', sort: columns.row.sort },
  { key: 'quantity', title: 'Quantity', sort: columns.quantity.sort },
  { key: 'delivery', title: 'Delivery', sort: columns.delivery.sort },
  { key: 'notes', title: 'Notes', sort: columns.restrictions.sort },
  { key: 'all_in', title: 'All-in', sort: columns.all_in.sort, isNumber: true },
  { key: 'total', title: 'Total', sort: null, isNumber: true },
]

function HeadResizer({
  id,
  layout: { widths, setWidth },
  isTabStop,
}: {
  id: ColumnId
  layout: CompactLayout
  isTabStop: boolean
}) {
  const { title, width } = columns[id]
  return (
    <LazyColumnResizer
      id={id}
      title={title}
      width={widths.get(id)}
      defaultWidth={width}
      minWidth={width}
      isTabStop={isTabStop}
      onWidth={(changed) => setWidth(id, changed)}
      className="-right-2.25"
    />
  )
}

/** Column headers; narrow lists show cards and have a select for the order instead. */
export const TableHead = memo(function TableHead({ compact, params, onParamsChange, ref }: TableHeadProps) {
  const cells = compact ? compact.columns.map((id) => ({ key: id, ...columns[id] })) : comfortableCells
  return (
    <div
      ref={ref}
      role="rowgroup"
      className={cx(
        'sticky top-[calc(var(--bar-height,0px)+2.125rem)] z-[5] border-b border-line bg-surface',
        !compact && '@max-[54rem]:sr-only @max-[54rem]:[&_button]:hidden',
      )}
    >
      <div
        role="row"
        aria-rowindex={1}
        style={compact ? { gridTemplateColumns: compact.template } : undefined}
        className={cx(
          'text-xs text-muted',
          compact ? 'grid h-[1.6875rem] items-center gap-x-1.5 pr-3 pl-5' : cx(rowGrid, 'h-9 px-5'),
        )}
      >
        {cells.map(({ key, title, sort, isNumber = false }, place) => (
          <SortHeader
            key={key}
            title={title}
            sort={sort}
            isNumber={isNumber}
            params={params}
            onParamsChange={onParamsChange}
            // Aligns with the section's name, not with its checkbox.
            className={cx(compact && key === 'section' && 'pl-6')}
          >
            {compact && (
              <HeadResizer
                id={compact.columns[place] ?? 'section'}
                layout={compact}
                isTabStop={place === 0}
              />
            )}
          </SortHeader>
        ))}
        <span role="columnheader">
          <span className="sr-only">Actions</span>
        </span>
      </div>
    </div>
  )
})
