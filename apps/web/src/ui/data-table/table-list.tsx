import { formatCount } from '@terrace/domain/tickets/format-count'
import { useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { useScrollRestoration } from '#web/lib/hooks/use-scroll-restoration.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ShowMore } from '#web/ui/controls/show-more.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { ColumnsButton } from './columns-button.tsx'
import { CsvButton } from './csv-button.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { FilterBar, type FilterBarProps } from './filter-bar.tsx'
import { cardsBelow, totalFrom, type TableFilter } from './table-filter.ts'
import type { ListQuery } from './list-query.ts'
import type { SavedViews } from './views/saved-views.ts'
import { SortControl } from './sort-control.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import { useSelection } from './use-selection.ts'
import { useSortedItems } from './use-sorted-items.ts'
import { useWidth } from './use-width.ts'
import { ViewTabs } from './views/view-tabs.tsx'
import { ViewsButton } from './views/views-button.tsx'

const loadBulkBar = async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar })

interface TableListProps<Item> extends Omit<DataTableProps<Item>, 'items' | 'selection' | 'label'> {
  list: ListQuery<Item>
  /** Singular noun. */
  entity: string
  /** Plural noun of the items, as in "Couldn’t load your purchases"; also names the CSV. */
  entities: string
  label: string
  search: FilterBarProps['search']
  filters?: readonly TableFilter[]
  /** Clears all filters; `undefined` when none is set. */
  onClear: (() => void) | undefined
  /** Message when no item matches. */
  noMatchText: string
  /** Shown instead of the list when there are no items at all. */
  emptyState: ReactNode
  /** Replaces the CSV of the shown columns, when the server has an export of its own. */
  exportButton?: ReactNode
  /** Further actions at the end of the title line. */
  actions?: ReactNode
  /** `false` where nothing can be done with selected rows. */
  isSelectable?: boolean
  /** Whether the browser can export the selected rows; `true` by default. */
  isSelectionExportable?: boolean
  /** Totals of the selected items. */
  summary?: (items: readonly Item[]) => string
  renderBulkActions?: (items: readonly Item[], clear: () => void) => ReactNode
  views?: SavedViews
  /** Shown between the filters and the table. */
  notice?: ReactNode
}

/** A filtered table in all its states: loading, failed, empty, without a match, or with more pages. */
export function TableList<Item>(props: TableListProps<Item>) {
  const { list, entities, columns, layout, onLayout, views, search, filters = [], onClear } = props
  const frame = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const width = useWidth(head)
  const isCards = width > 0 && width < cardsBelow
  // "Show all" disappears after its press, so the focus moves to the first row.
  useListFocus({
    list: frame,
    rows: () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row-link], [data-show-all]') ?? [])],
  })
  const { items, sortAgain, movedAway } = useSortedItems(list, { columns, layout, keyOf: props.keyOf })
  useCommands('Table', [
    { id: 'table.clear_filters', title: 'Clear filters', run: onClear ?? null },
    { id: 'table.resort', title: 'Re-sort', key: 'r', run: sortAgain ?? null },
  ])
  const positions = new Map(items.map((item, index) => [props.keyOf(item), index]))
  const toolbar = (
    <span className={cx('flex shrink-0 items-center gap-2', !isCards && 'ml-auto')}>
      {views && <ViewsButton views={views} entities={entities} />}
      {!isCards && <ColumnsButton columns={columns} layout={layout} onLayout={onLayout} />}
      {props.exportButton ?? (
        <CsvButton
          name={entities.replaceAll(' ', '-')}
          columns={columns}
          layout={layout}
          list={list}
          sorted={(all) =>
            all.toSorted(
              (left, right) =>
                (positions.get(props.keyOf(left)) ?? positions.size) -
                (positions.get(props.keyOf(right)) ?? positions.size),
            )
          }
        />
      )}
      {props.actions}
    </span>
  )

  return (
    <div className="bg-surface">
      <div ref={head} className="@container border-b border-line print:hidden">
        {!isCards && (
          <div className="flex h-11 items-center gap-5 border-b border-line/50 px-5">
            <p aria-hidden className="shrink-0 text-base font-semibold tracking-tight">
              {props.label}
            </p>
            {views && <ViewTabs views={views} total={list.total} />}
            {toolbar}
          </div>
        )}
        <FilterBar
          search={search}
          filters={filters}
          onClear={onClear}
          width={width}
          sort={
            isCards ? (
              <SortControl
                columns={columns}
                sort={layout.sort}
                onSort={(sort) => onLayout({ ...layout, sort })}
              />
            ) : null
          }
        >
          {isCards
            ? toolbar
            : list.items !== undefined &&
              (width === 0 || width >= totalFrom) && (
                <span className="tabular ml-auto text-xs whitespace-nowrap text-muted">
                  {formatCount(list.total)} {list.total === 1 ? props.entity : entities}
                </span>
              )}
        </FilterBar>
      </div>
      {views !== undefined && views.missing.length > 0 && (
        <p
          role="status"
          className="border-b border-line bg-signal-soft px-4 py-1.5 text-xs text-signal sm:px-5"
        >
          Left out of this view, because the table no longer has it: {views.missing.join(', ')}.
        </p>
      )}
      {props.notice}
      {sortAgain && (
        <p className="flex items-center gap-3 border-b border-line bg-signal-soft px-4 py-1 text-xs text-signal sm:px-5">
          <span role="status">{orderText(movedAway)}</span>
          <Button size="sm" tone="quiet" onPress={sortAgain}>
            Re-sort
          </Button>
        </p>
      )}
      <div ref={frame}>
        <Body {...props} items={items} />
      </div>
    </div>
  )
}

function orderText(movedAway: number): string {
  if (movedAway === 0) return 'The order has changed.'
  const rows = movedAway === 1 ? 'row has' : 'rows have'
  return `${formatCount(movedAway)} ${rows} moved below the ones loaded so far.`
}

function Body<Item>(props: TableListProps<Item> & { items: readonly Item[] }) {
  const { list, entities, items, onClear } = props
  if (list.isPending) return <TableSkeleton label={`Loading ${entities}`} />
  if (list.items === undefined) return <LoadError title={`Couldn’t load your ${entities}`} query={list} />
  if (items.length > 0) return <Loaded {...props} />
  // Keep the "no match" state until the unfiltered list has loaded.
  if (onClear === undefined && !list.isStale) return props.emptyState
  return (
    <EmptyState
      icon={<SearchIcon />}
      title={`No ${entities} match`}
      message={props.noMatchText}
      action={
        <Button data-show-all onPress={onClear}>
          Show all {entities}
        </Button>
      }
    />
  )
}

function Loaded<Item>(props: TableListProps<Item> & { items: readonly Item[] }) {
  const { list, items, keyOf, columns, layout, isSelectable = true } = props
  const selection = useSelection()
  useIdlePreload(loadBulkBar)
  useScrollRestoration()
  // The selection may still contain rows that have been removed.
  const selected = items.filter((item) => selection.selected.has(keyOf(item)))
  return (
    <div aria-busy={list.isStale} className={list.isStale ? 'opacity-60' : ''}>
      <DataTable {...props} selection={isSelectable ? selection : null} />
      {list.more && (
        <ShowMore
          visible={items.length}
          total={list.total}
          onPress={list.more.load}
          isPending={list.more.isPending}
          error={list.more.isFailed ? errorText(list.error) : undefined}
        />
      )}
      {isSelectable && selected.length > 0 && (
        <LazyPart
          load={loadBulkBar}
          props={{
            count: selected.length,
            summary: props.summary?.(selected),
            onClear: selection.clear,
            all:
              list.more && selected.length === items.length
                ? {
                    total: list.total,
                    select: async () => selection.toggleAll((await list.loadAll()).map(keyOf)),
                  }
                : undefined,
            children: props.renderBulkActions?.(selected, selection.clear),
            onExport:
              props.isSelectionExportable === false
                ? undefined
                : (save) => save(props.entities.replaceAll(' ', '-'), { columns, layout }, selected),
          }}
        />
      )}
    </div>
  )
}
