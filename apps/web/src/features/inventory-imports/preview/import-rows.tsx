import { bigPriceMovePercent, type WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useRef } from 'react'
import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Chip } from '#web/ui/controls/chip.tsx'
import { useWidth } from '#web/ui/data-table/use-width.ts'
import { cardsBelow } from '#web/ui/data-table/table-filter.ts'
import type { RowsQuery } from '#web/features/inventory-imports/data/queries.ts'
import type { RowsView } from '#web/features/inventory-imports/import-place.ts'
import { canDecideEvents } from './can-decide-events.ts'
import { HeldEvents } from './held-events.tsx'
import { InvalidReasons } from './invalid-reasons.tsx'
import { RowTabs, tabsOf } from './row-tabs.tsx'
import { RowsGrid } from './rows-grid.tsx'
import type { Decisions } from './use-decisions.ts'

interface ImportRowsProps {
  item: WireInventoryImportDetail
  /** Names the present decisions about the rows. */
  stage: string
  view: RowsView
  onView: (view: RowsView) => void
  decisions: Decisions
  searchEvents: SearchEvents
}

/** From this width on, held and invalid rows have a panel next to the table. */
const panelFrom = 1040

/** The rows by what they do, and next to them those that need a person. */
export function ImportRows(props: ImportRowsProps) {
  const { item, stage, view, onView, decisions } = props
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const tabs = tabsOf(item)
  const shown =
    tabs.find(({ id }) => id === view.show)?.id ?? tabs.find(({ count }) => count > 0)?.id ?? 'new'
  const sort = view.sort ?? defaultSort(shown)
  const isSortable = shown === 'changed'
  const query = queryOf(shown, sort.by, sort.direction, view.bigMoves)
  const hasPanel = (item.counts.held > 0 && canDecideEvents(item)) || item.counts.invalid > 0
  const isWide = width === 0 || width >= panelFrom
  const held = shown === 'held' && item.state === 'previewed' && !isWide
  const panel = hasPanel && (
    <>
      <HeldEvents item={item} stage={stage} decisions={decisions} searchEvents={props.searchEvents} />
      <InvalidReasons item={item} />
    </>
  )
  const kept = shown === 'unchanged' ? item.kept_rows : 0
  const total = (tabs.find(({ id }) => id === shown)?.count ?? 0) - kept
  return (
    <div ref={frame} className="flex min-h-0 flex-1 max-sm:min-h-128">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 border-b border-line px-5 max-sm:px-2">
          <RowTabs
            tabs={tabs}
            value={shown}
            onChange={(show) => onView({ show, sort: null, bigMoves: false })}
          />
          {isSortable && item.totals.big_price_moves > 0 && (
            <span className="my-0.5 ml-auto">
              <Chip
                isSelected={view.bigMoves}
                onChange={(bigMoves) => onView({ ...view, show: shown, bigMoves })}
              >
                Price moves over {bigPriceMovePercent}%
                <strong className="tabular">{formatCount(item.totals.big_price_moves)}</strong>
              </Chip>
            </span>
          )}
        </div>
        {held ? (
          <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">{panel}</div>
        ) : (
          <RowsGrid
            // Each list starts at its top.
            key={`${shown} ${sort.by} ${sort.direction} ${String(view.bigMoves)}`}
            importId={item.id}
            stage={stage}
            query={query}
            total={view.bigMoves ? item.totals.big_price_moves : total}
            isCards={width > 0 && width < cardsBelow}
            label={`${tabs.find(({ id }) => id === shown)?.title ?? 'Rows'} rows`}
            sort={isSortable ? sort : null}
            onSort={(next) => onView({ ...view, show: shown, sort: next })}
            footer={kept > 0 ? keptText(kept, total) : footerOf(item)}
            emptyText={kept > 0 ? keptText(kept, 0) : 'No rows here.'}
          />
        )}
      </div>
      {panel && isWide && (
        <aside
          aria-label="Rows that need you"
          className="thin-scroll w-98 shrink-0 overflow-y-auto border-l border-line"
        >
          {panel}
        </aside>
      )}
    </div>
  )
}

const defaultSort = (shown: string) =>
  ({ by: shown === 'changed' ? 'price_change' : 'line', direction: 'asc' }) as const

function queryOf(
  shown: string,
  by: 'line' | 'price_change',
  direction: 'asc' | 'desc',
  bigMoves: boolean,
): RowsQuery {
  const order = { order_by: by, sort_order: direction }
  if (shown === 'rejected' || shown === 'undo_rejected') return { result: shown, ...order }
  return {
    action: shown as NonNullable<RowsQuery['action']>,
    ...order,
    ...(bigMoves && { price_moves_over: bigPriceMovePercent }),
  }
}

function keptText(rows: number, listed: number): string {
  const more = listed > 0 ? ' more' : ''
  return `${formatCount(rows)}${more} ${rows === 1 ? 'row is' : 'rows are'} as in the last file and not listed here`
}

function footerOf({ totals, file_made_at: madeAt }: WireInventoryImportDetail): string {
  const { reduced_by_sales: reduced } = totals
  if (reduced === 0) return ''
  return `${formatCount(reduced)} ${reduced === 1 ? 'quantity is' : 'quantities are'} lower because seats were sold after ${inViewerTimeZone(madeAt)}`
}
