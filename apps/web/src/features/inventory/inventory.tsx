import { maxComparedListings } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { loadEditRoutes } from './edit/use-save-row.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { usePreference } from '#web/lib/preferences.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { FilterBar } from '#web/ui/data-table/filter-bar.tsx'
import type { FilteredTable } from '#web/ui/data-table/filtered-table.ts'
import { SortControl } from '#web/ui/data-table/sort-control.tsx'
import { shownColumns } from '#web/ui/data-table/table-column.ts'
import { cardsBelow } from '#web/ui/data-table/table-filter.ts'
import { useWidth } from '#web/ui/data-table/use-width.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import type { SearchEvents } from './add/event-picker.tsx'
import { usePreview } from './bulk/use-preview.ts'
import { useInventoryList } from './data/use-inventory-list.ts'
import { useInventoryUpdates } from './data/use-inventory-updates.ts'
import { useRowLoader } from './data/use-rows.ts'
import { isPublication } from './edit/row-change.ts'
import { useRowActions } from './edit/use-row-actions.ts'
import {
  emptyInventoryFilter,
  isFiltered,
  toFilterQuery,
  type InventoryFilter,
} from './filter/inventory-filter.ts'
import { useInventoryFilters } from './filter/inventory-filters.tsx'
import { inventoryColumns, withRefusals } from './grid/columns.tsx'
import { InventoryGrid } from './grid/inventory-grid.tsx'
import { InventoryBody } from './inventory-body.tsx'
import { InventoryDialogs } from './inventory-dialogs.tsx'
import { loadListingPanel } from './detail/load-listing-panel.ts'
import { Notices } from './notices.tsx'
import { usePaste } from './paste/use-paste.ts'
import { useExport } from './selection/use-export.ts'
import { useRowSelection } from './selection/use-row-selection.ts'
import { Arrangement, rowHeights, Toolbar } from './toolbar.tsx'
import { useInventoryCommands } from './use-inventory-commands.ts'

interface InventoryProps {
  table: FilteredTable<InventoryFilter>
  /** The listing that is open next to the list. */
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  searchEvents: SearchEvents
}

const loadBulkBar = async () => ({ default: (await import('./bulk/bulk-bar.tsx')).InventoryBulkBar })
const loadCards = async () => ({ default: (await import('./cards/listing-cards.tsx')).ListingCards })

const noState = { query: {}, filter: {}, revision: -1 }

/** The team's listings: find, compare, price, publish and change them one by one or together. */
export function Inventory({ table, openId, onOpen, searchEvents }: InventoryProps) {
  const { filter, onFilter, layout } = table
  const frame = useRef<HTMLDivElement>(null)
  useListFocus({
    list: frame,
    // The bar of the selected listings goes once they are changed; then the grid has the focus.
    rows: () => [...(frame.current?.querySelectorAll<HTMLElement>('form :is(button, input):focus') ?? [])],
    field: {
      get current() {
        return frame.current?.querySelector<HTMLElement>('[role=grid] [tabindex="0"]') ?? null
      },
    },
  })
  const width = useWidth(frame)
  const isCards = width > 0 && width < cardsBelow
  const [density] = usePreference('inventory_density', 'dense')
  const [status, setStatus] = useState('')
  const [isOrderOld, setOrderOld] = useState(false)
  const [adding, setAdding] = useState(false)
  const [showsEdits, setShowsEdits] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const [pricing, setPricing] = useState<WireInventoryRow | null>(null)

  const [warning, setWarning] = useState<string | null>(null)
  const client = useQueryClient()

  /** The other side of the check in the panel, for a listing that is not open. */
  async function warnOfSharedSeats({ id }: WireInventoryRow): Promise<void> {
    const { readSharedSeatsWarning } = await import('./detail/shared-seats.ts')
    setWarning(await readSharedSeatsWarning(client, id))
  }

  const list = useInventoryList(filter, layout.sort)
  const state = list.shown?.state ?? noState
  const marked = useInventoryUpdates()
  const load = useRowLoader(state)
  const actions = useRowActions((row, change) => {
    setWarning(null)
    if (isPublication(change) && change.published) warnOfSharedSeats(row).catch(() => undefined)
    const fields = isPublication(change) ? ['status'] : [...Object.keys(change), ...pricedColumns(change)]
    if (layout.sort && fields.includes(layout.sort.by)) setOrderOld(true)
  })
  const onProblem = actions.setProblem
  const selection = useRowSelection({ filter: state.filter, total: list.total, load, onProblem })
  const bulk = usePreview({ chosen: selection.chosen, filter: state.filter, onProblem })
  const exported = useExport({
    chosen: selection.chosen,
    count: selection.count,
    total: list.total,
    layout,
    load,
    onProblem,
  })
  const allColumns = withRefusals(inventoryColumns(list.isGrouped))
  // The column types of the table are wider than those of the inventory.
  const columns = allColumns.filter((column) => shownColumns(allColumns, layout).includes(column))
  const paste = usePaste({ rowLayout: list.rowLayout, columns, load, onProblem })
  const filters = useInventoryFilters(filter, onFilter)
  const clear = () => onFilter({ ...emptyInventoryFilter, isGrouped: filter.isGrouped })
  const sortAgain = () => {
    setOrderOld(false)
    list.sortAgain()
  }
  const openAdd = () => setAdding(true)
  useIdlePreload(loadBulkBar)
  useEffect(() => whenIdle(() => void loadEditRoutes().catch(() => {})), [])
  const isOutOfOrder = isOrderOld || list.isOutdated
  useInventoryCommands({
    onAdd: openAdd,
    onClear: isFiltered(filter) ? clear : null,
    onSortAgain: isOutOfOrder ? sortAgain : null,
    onCollapse: list.isGrouped ? list.collapseAll : null,
  })
  const fees = {
    service: list.shown?.meta.service_fee_percent ?? '0',
    seller: list.shown?.meta.seller_fee_percent ?? null,
  }
  const rows = {
    state,
    marked,
    onOpen,
    onPublish: actions.publish,
    renderError: (error: unknown, retry: () => void) => <PageError error={error} onRetry={retry} />,
  }

  return (
    <div className="flex min-h-0 flex-1">
      <div
        ref={frame}
        data-list
        className={openId === undefined ? frameClass : `${frameClass} max-xl:hidden`}
      >
        <Toolbar
          table={table}
          columns={allColumns}
          total={list.total}
          isCards={isCards}
          onAdd={openAdd}
          onShowEdits={() => setShowsEdits(true)}
          onExport={() => setExporting(true)}
        />
        <div className="@container shrink-0 border-b border-line [--gutter:1rem]">
          <FilterBar
            search={{
              label: 'Search listings',
              placeholder: 'Event, section, tag',
              text: filter.search,
              onChange: (search) => onFilter({ ...filter, search }),
            }}
            filters={filters}
            onClear={isFiltered(filter) ? clear : undefined}
            // Room for grouping and row height.
            width={isCards ? width : Math.max(width - 270, 0)}
            sort={
              isCards ? (
                <SortControl
                  columns={allColumns}
                  sort={layout.sort}
                  onSort={(sort) => table.onLayout({ ...layout, sort })}
                />
              ) : null
            }
          >
            {!isCards && <Arrangement table={table} />}
          </FilterBar>
        </div>
        <Notices
          missing={table.views.missing}
          isOrderOld={isOutOfOrder}
          onSortAgain={sortAgain}
          warning={warning}
          onCloseWarning={() => setWarning(null)}
          problem={actions.problem}
          onCloseProblem={() => actions.setProblem(null)}
          status={status}
        />
        <InventoryBody
          list={list}
          isFiltered={isFiltered(filter)}
          onClear={clear}
          firstSteps={
            <div className="flex flex-wrap justify-center gap-3">
              <Link to="/sell/$" params={{ _splat: 'imports' }} className={buttonClass('secondary')}>
                Import a file
              </Link>
              <ExplainedButton reason={refusal('list')} tone="primary" onPress={openAdd}>
                Add listing
              </ExplainedButton>
            </div>
          }
        >
          {isCards ? (
            <LazyPart load={loadCards} props={{ ...rows, total: list.total, onPrice: setPricing }} />
          ) : (
            <InventoryGrid
              {...rows}
              total={list.total}
              rowLayout={list.rowLayout}
              collapsed={list.collapsed}
              onCollapse={list.toggleCollapsed}
              columns={columns}
              layout={layout}
              onLayout={table.onLayout}
              widths={table.widths}
              rowHeight={rowHeights[density]}
              isCompared={list.total <= maxComparedListings}
              selection={selection}
              fees={fees}
              openId={openId}
              onSave={(row, change) => void actions.save(row, change)}
              onPaste={(text, target) => void paste.paste(text, target)}
              onRefused={onProblem}
              onCopied={setStatus}
            />
          )}
          {selection.count > 0 && !isCards && (
            <LazyPart
              load={loadBulkBar}
              props={{
                count: selection.count,
                total: list.total,
                isPending: bulk.isPending,
                onExport: exported.exportRows,
                isExporting: exported.isPending,
                onClear: selection.clear,
                onPreview: bulk.preview,
              }}
            />
          )}
        </InventoryBody>
      </div>
      {openId !== undefined && (
        <div className="min-w-0 overflow-y-auto border-line max-xl:flex-1 xl:w-96 xl:shrink-0 xl:border-l">
          <LazyPart
            key={openId}
            load={loadListingPanel}
            props={{ id: openId, fees, actions, onClose: () => onOpen(undefined), onMoved: onOpen }}
          />
        </div>
      )}
      <InventoryDialogs
        actions={actions}
        bulk={bulk}
        paste={paste}
        fees={fees}
        searchEvents={searchEvents}
        pricing={pricing}
        onClosePricing={() => setPricing(null)}
        adding={adding}
        onCloseAdd={() => setAdding(false)}
        onAdded={({ id }) => {
          setAdding(false)
          list.sortAgain()
          onOpen(id)
        }}
        exported={isExporting ? toFilterQuery(filter) : null}
        onCloseExport={() => setExporting(false)}
        showsEdits={showsEdits}
        onCloseEdits={() => setShowsEdits(false)}
        onBulkChanged={() => {
          selection.clear()
          list.sortAgain()
        }}
      />
    </div>
  )
}

const frameClass = 'flex min-h-0 min-w-0 flex-1 flex-col'

/** Columns whose values follow from the price. */
const pricedColumns = (change: object) =>
  'price' in change ? ['proceeds', 'margin', 'rank'] : 'cost' in change ? ['margin'] : []

function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div className="sticky bottom-0 flex items-center gap-3 bg-danger-soft px-4 py-1 text-xs font-medium text-danger">
      <p role="alert" className="min-w-0 flex-1">
        Some listings couldn’t be loaded. {errorText(error)}
      </p>
      <Button size="sm" onPress={onRetry}>
        Try again
      </Button>
    </div>
  )
}
