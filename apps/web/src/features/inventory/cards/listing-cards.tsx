import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { refusal } from '#web/lib/http/refusals.ts'
import type { ListState } from '#web/features/inventory/data/queries.ts'
import { useEventChannels } from '#web/features/inventory/data/use-event-channels.ts'
import { useRows } from '#web/features/inventory/data/use-rows.ts'
import { useGridWindow } from '#web/features/inventory/grid/use-grid-window.ts'
import { counted, listingName, moneyText, seatsText } from '#web/features/inventory/texts.ts'
import { PublishCell } from '#web/features/inventory/grid/publish-cell.tsx'

interface ListingCardsProps {
  state: ListState
  total: number
  marked: ReadonlySet<string>
  onOpen: (id: string) => void
  onPrice: (row: WireInventoryRow) => void
  onPublish: (row: WireInventoryRow) => void
  renderError: (error: unknown, retry: () => void) => ReactNode
}

const cardHeight = 92

/** The inventory on a phone: each card shows a listing, changes its price and switches it off. */
export function ListingCards({ state, total, marked, renderError, ...actions }: ListingCardsProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { query } = state
  const scrolled = useRef(query)
  useLayoutEffect(() => {
    if (scrolled.current !== query && scroller.current) scroller.current.scrollTop = 0
    scrolled.current = query
  }, [query])
  const { first, end } = useGridWindow(scroller, { count: total, rowHeight: cardHeight })
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset)
  const rows = useRows(state, indexes, total)
  useEventChannels(indexes.flatMap((index) => rows.at(index)?.event.id ?? []))
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
      <ul aria-label="Inventory" className="relative" style={{ height: total * cardHeight }}>
        {indexes.map((index) => {
          const row = rows.at(index)
          return (
            <li
              key={row?.id ?? index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ height: cardHeight, transform: `translateY(${index * cardHeight}px)` }}
              className={cx(
                'absolute inset-x-0 top-0 border-b border-line-soft px-4 py-2',
                row && marked.has(row.id) && 'bg-signal-soft',
              )}
            >
              {row ? (
                <Card row={row} {...actions} />
              ) : (
                <span className="block h-3 w-2/3 rounded-full bg-sunken">
                  <span className="sr-only">Loading</span>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {rows.error !== null && renderError(rows.error, rows.retry)}
    </div>
  )
}

type CardProps = Pick<ListingCardsProps, 'onOpen' | 'onPrice' | 'onPublish'> & { row: WireInventoryRow }

function Card({ row, onOpen, onPrice, onPublish }: CardProps) {
  const stock = [
    counted(row.quantity, 'ticket'),
    ...(row.sold > 0 ? [`${row.sold} sold`] : []),
    ...(row.held > 0 ? [`${row.held} held`] : []),
  ]
  return (
    <div className="flex h-full items-center gap-3">
      <button type="button" onClick={() => onOpen(row.id)} className="min-w-0 flex-1 rounded-sm text-left">
        <span className="block truncate text-xs text-muted">{row.event.title}</span>
        <span className="block truncate text-sm font-semibold">
          {listingName(row)} · {seatsText(row)}
        </span>
        <span className="tabular block truncate text-xs text-muted">
          {stock.join(', ')}
          {row.market.rank !== null && ` · rank ${row.market.rank} of ${row.market.count}`}
        </span>
      </button>
      <div className="flex flex-col items-end">
        <button
          type="button"
          aria-label={`Change the price of ${listingName(row)}, ${moneyText(row.price)}`}
          aria-disabled={refusal('price') !== null || undefined}
          title={refusal('price') ?? undefined}
          onClick={() => {
            if (refusal('price') === null) onPrice(row)
          }}
          className="tabular inline-flex h-10 items-center rounded border border-line px-2.5 text-sm font-semibold aria-disabled:opacity-45"
        >
          {moneyText(row.price)}
        </button>
        <span className="inline-flex h-9 items-center">
          <PublishCell
            row={row}
            className="h-6! w-11! [&>span]:size-5!"
            isTabStop
            refusal={refusal('list')}
            onPress={() => onPublish(row)}
          />
        </span>
      </div>
    </div>
  )
}
