import { hashKey } from '@tanstack/react-query'
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useKeptPlace } from '#web/lib/use-kept-place.ts'
import { useStable } from '#web/lib/use-stable.ts'
import { cx } from '#web/ui/cx.ts'
import { nearestTo } from './feed-order.ts'
import { preferredQuantity } from './listing-facts.ts'
import { LinkedMissing } from './linked-missing.tsx'
import type { LitBlock } from './lit-block.ts'
import { ListingRow } from './listing-row.tsx'
import { rowGrid } from './row-grid.ts'
import { tableRows } from './rows.ts'
import { useSteadyRows, useTableMargin } from './table-place.ts'
import { TableSlot } from './table-slot.tsx'
import type { useFeed } from './use-feed.ts'
import { useLinkedRow } from './use-linked-row.ts'
import { useRowHolds } from './use-row-holds.ts'

interface ListingsTableProps {
  feed: ReturnType<typeof useFeed>
  /** All that the filter leaves, of which the feed's listings are the loaded part. */
  total: number
  today: string
  /** The quantity asked for in the filter; rows offer it first. */
  asked: number
  lit: LitBlock
  /** The bar that stays above the list: a row that is walked to must not hide below it. */
  bar: RefObject<HTMLElement | null>
  onNearEnd: () => void
}

const columns = ['Section', 'Row · seats', 'Quantity', 'Delivery', 'Notes', 'Per ticket', '']

/**
 * The list, of which only what is in sight is drawn. Tab reaches one row; arrows, Home and End walk the rows, `H` holds
 * the row that has the focus and digits choose its quantity.
 */
export function ListingsTable({ feed, total, today, asked, lit, bar, onNearEnd }: ListingsTableProps) {
  const { listings, held, tracked, marks, scale, forgetGone } = feed
  const holds = useRowHolds(hashKey([feed.filter]))
  const departed = useMemo(() => [...holds.departed, ...feed.departed], [holds.departed, feed.departed])
  const rows = useMemo(
    () => tableRows({ listings, departed, marks, isHeld: (id) => held.has(id) }),
    [listings, departed, marks, held],
  )
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map())
  const [currentId, setCurrentId] = useState<string | null>(null)
  // By its name: rows come and go above it.
  const found = rows.findIndex(({ listing }) => listing.id === currentId)
  const current = Math.max(found, 0)
  const body = useRef<HTMLDivElement>(null)
  const { margin, barHeight, footHeight } = useTableMargin(body, bar)
  const awaited = useRef<number | null>(null)

  // Both are kept: with a new one the virtualizer would reckon every row's place anew.
  const getItemKey = useCallback((index: number) => rows[index]?.listing.id ?? index, [rows])
  const estimateSize = useCallback(() => rowHeight(body.current?.offsetWidth ?? 800), [])
  // The row that Tab and `L` reach is drawn wherever the page is, or the focus would be lost with it.
  const rangeExtractor = useCallback(
    (range: Range) =>
      [...new Set([...defaultRangeExtractor(range), current])]
        .filter((index) => index < range.count)
        .toSorted((left, right) => left - right),
    [current],
  )
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled, and what it hands out is not kept
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    getItemKey,
    rangeExtractor,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: barHeight,
    scrollPaddingEnd: footHeight,
  })
  const items = virtualizer.getVirtualItems()
  useSteadyRows({
    virtualizer,
    rows,
    list: hashKey([feed.filter]),
    isStale: feed.isPlaceholderData,
    barHeight,
  })
  useKeptPlace()

  const lastShown = virtualizer.range?.endIndex ?? 0
  useEffect(() => {
    if (lastShown >= listings.length - 20) onNearEnd()
  }, [lastShown, listings.length, onNearEnd])

  // What went out of sight is not missed by anybody.
  useEffect(() => {
    const drawn = new Set(items.map(({ key }) => key))
    const unseen = feed.departed.filter(({ listing, why }) => why === 'gone' && !drawn.has(listing.id))
    if (unseen.length > 0) forgetGone(unseen.map(({ listing }) => listing.id))
  })

  const focusRow = useCallback((index: number) => {
    const row = body.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)
    awaited.current = row ? null : index
    row?.focus({ preventScroll: true })
  }, [])
  // A row that was out of sight exists only after the scroll that brings it.
  useEffect(() => {
    if (awaited.current !== null) focusRow(awaited.current)
  })

  function walkTo(index: number) {
    const target = Math.min(Math.max(index, 0), rows.length - 1)
    virtualizer.scrollToIndex(target, { align: 'auto' })
    setCurrentId(rows[target]?.listing.id ?? null)
    focusRow(target)
  }

  const onHold = useStable((listing: WireListing, quantity: number, index: number) => {
    void holds.hold(listing, quantity, index)
  })
  const onWalk = useStable(walkTo)
  const onForget = useStable(holds.forget)
  const onNearest = useStable((gone: WireListing) => {
    const nearest = nearestTo(gone, listings)
    const index = rows.findIndex(({ listing }) => listing.id === nearest?.id)
    if (index >= 0) walkTo(index)
  })
  const [missing, setMissing] = useState<string | null>(null)
  const isStale = feed.isPlaceholderData
  const isComing = (id: string) => held.has(id) && !feed.isNarrowed
  useLinkedRow({ rows, total, isStale, onMore: onNearEnd, walkTo, isComing, onMissing: setMissing })
  const onCurrent = useStable((index: number) => setCurrentId(rows[index]?.listing.id ?? null))
  const onQuantity = useCallback(
    (id: string, quantity: number) => setQuantities((known) => new Map(known).set(id, quantity)),
    [],
  )

  return (
    <>
      {missing !== null && (
        <LinkedMissing
          listingId={missing}
          filter={feed.filter}
          isNarrowed={feed.isNarrowed}
          isHeld={held.has(missing)}
          onNearest={onNearest}
          onClose={() => setMissing(null)}
        />
      )}
      <div
        role="grid"
        aria-label="Listings"
        aria-multiselectable
        aria-rowcount={total + 1}
        aria-busy={feed.isPlaceholderData}
        className={cx('@container transition-opacity duration-150', feed.isPlaceholderData && 'opacity-55')}
      >
        <TableHead />
        <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const { listing, departed: why } = row
            const chosen = quantities.get(listing.id)
            const state = holds.states.get(listing.id)
            return (
              <TableSlot
                key={item.key}
                index={item.index}
                start={item.start - margin}
                measure={virtualizer.measureElement}
                // Why it could not be held is read for as long as one likes.
                isLeaving={why === 'gone' && state?.kind !== 'refused'}
                onLeft={() => {
                  forgetGone([listing.id])
                  holds.forget(listing.id)
                }}
              >
                <ListingRow
                  listing={listing}
                  departed={why}
                  mark={row.mark}
                  index={item.index}
                  quantity={
                    chosen !== undefined && listing.splits.includes(chosen)
                      ? chosen
                      : preferredQuantity(listing.splits, asked)
                  }
                  step={scale ? scale.stepOf(fromWireMoney(listing.proceed_price)) : null}
                  held={held.get(listing.id) ?? 0}
                  isTracked={tracked.has(listing.id)}
                  today={today}
                  isHolding={state?.kind === 'holding'}
                  refusal={state?.kind === 'refused' ? state.refusal : null}
                  lit={lit}
                  isCurrent={item.index === current}
                  onHold={onHold}
                  onQuantity={onQuantity}
                  onCurrent={onCurrent}
                  onWalk={onWalk}
                  onNearest={onNearest}
                  onForget={onForget}
                />
              </TableSlot>
            )
          })}
        </div>
      </div>
      <p role="status" className="sr-only">
        {holds.announcement}
      </p>
      <p role="status" className="sr-only">
        {rows[found]?.departed === 'gone' && `${rows[found].listing.section} has just gone`}
      </p>
    </>
  )
}

function TableHead() {
  return (
    <div role="rowgroup" className="@max-[50rem]:sr-only">
      <div
        role="row"
        aria-rowindex={1}
        className={cx(
          rowGrid,
          'h-9 border-b border-line bg-surface px-5 text-xs font-semibold text-muted lg:pl-7',
        )}
      >
        {columns.map((name, index) => (
          <span key={name} role="columnheader" className={cx(index === 5 && 'text-right')}>
            {name || <span className="sr-only">Hold</span>}
          </span>
        ))}
      </div>
    </div>
  )
}

/** About how tall a row is in a list of this width; see `rowGrid`. */
function rowHeight(width: number): number {
  if (width < 528) return 132
  if (width < 672) return 92
  return width < 800 ? 68 : 59
}
