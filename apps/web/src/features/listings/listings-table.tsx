import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { WireListing } from '@terrace/contracts/listings'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { preferredQuantity } from './listing-facts.ts'
import type { LitBlock } from './lit-block.ts'
import { ListingRow } from './listing-row.tsx'
import { blockKey, type PriceScale } from './price-scale.ts'
import { rowGrid } from './row-grid.ts'
import { tableRows } from './rows.ts'
import { useRowHolds } from './use-row-holds.ts'

interface ListingsTableProps {
  listings: readonly WireListing[]
  /** All that the filter leaves, of which `listings` are the loaded part. */
  total: number
  scale: PriceScale | null
  held: ReadonlyMap<string, number>
  today: string
  /** The quantity asked for in the filter; rows offer it first. */
  asked: number
  lit: LitBlock
  /** The section to go to, and a number that changes with each such wish. */
  goTo: { section: string; wish: number } | null
  onNearEnd: () => void
  /** Another order is on its way; the rows shown are still the old ones. */
  isStale: boolean
}

const columns = ['Section', 'Row · seats', 'Quantity', 'Delivery', 'Notes', 'Per ticket', '']

/** Where sticky bars end and the basket begins: a row that is walked to must not hide below them. */
const clearance = { start: 110, end: 96 }

/**
 * The list, of which only what is in sight is drawn. Tab reaches one row; arrows, Home and End walk the rows, `H` holds
 * the row that has the focus and digits choose its quantity.
 */
export function ListingsTable(props: ListingsTableProps) {
  const { listings, total, scale, held, asked, goTo, onNearEnd, lit } = props
  const holds = useRowHolds()
  const { departed } = holds
  const rows = useMemo(() => tableRows(listings, departed, (id) => held.has(id)), [listings, departed, held])
  const [quantities, setQuantities] = useState<ReadonlyMap<string, number>>(new Map())
  const [current, setCurrent] = useState(0)
  const body = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  const awaited = useRef<number | null>(null)

  // The list begins below a head whose height depends on the width, and on a phone on the plan being open.
  useLayoutEffect(() => {
    const measure = () => setMargin((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])

  // Both are kept: with a new one the virtualizer would reckon every row's place anew.
  const getItemKey = useCallback((index: number) => rows[index]?.listing.id ?? index, [rows])
  const estimateSize = useCallback(() => rowHeight(body.current?.offsetWidth ?? 800), [])
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize,
    getItemKey,
    overscan: 8,
    scrollMargin: margin,
    scrollPaddingStart: clearance.start,
    scrollPaddingEnd: clearance.end,
  })
  const items = virtualizer.getVirtualItems()

  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastShown >= listings.length - 20) onNearEnd()
  }, [lastShown, listings.length, onNearEnd])

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
    setCurrent(target)
    focusRow(target)
  }

  const wish = goTo?.wish
  useEffect(() => {
    if (goTo === null) return
    const index = rows.findIndex(({ listing }) => blockKey(listing.section) === blockKey(goTo.section))
    if (index >= 0) walkTo(index)
    // Only a new wish moves the list, not every row that arrives later.
    // eslint-disable-next-line react/exhaustive-deps
  }, [wish])

  const { hold, forget } = holds
  const latestHold = useRef(hold)
  useEffect(() => {
    latestHold.current = hold
  })
  const onHold = useCallback(
    (listing: WireListing, quantity: number, index: number) =>
      void latestHold.current(listing, quantity, index),
    [],
  )
  const latestWalk = useRef(walkTo)
  useEffect(() => {
    latestWalk.current = walkTo
  })
  const onWalk = useCallback((index: number) => latestWalk.current(index), [])
  const latestForget = useRef(forget)
  useEffect(() => {
    latestForget.current = forget
  })
  const onForget = useCallback((id: string) => latestForget.current(id), [])
  const onQuantity = useCallback(
    (id: string, quantity: number) => setQuantities((known) => new Map(known).set(id, quantity)),
    [],
  )

  return (
    <>
      <div
        role="grid"
        aria-label="Listings"
        aria-rowcount={total + 1}
        aria-busy={props.isStale}
        className={cx('@container transition-opacity duration-150', props.isStale && 'opacity-55')}
      >
        <div role="rowgroup" className="@max-[44rem]:sr-only">
          <div
            role="row"
            aria-rowindex={1}
            className={cx(
              rowGrid,
              'h-9 border-b border-line bg-surface px-5 text-xs lg:pl-7 font-semibold text-muted',
            )}
          >
            {columns.map((name, index) => (
              <span key={name} role="columnheader" className={cx(index === 5 && 'text-right')}>
                {name || <span className="sr-only">Hold</span>}
              </span>
            ))}
          </div>
        </div>
        <div ref={body} role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const { listing, departed: why } = row
            const chosen = quantities.get(listing.id)
            const state = holds.states.get(listing.id)
            return (
              <div
                key={item.key}
                role="presentation"
                ref={virtualizer.measureElement}
                data-index={item.index}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
              >
                <ListingRow
                  listing={listing}
                  departed={why}
                  index={item.index}
                  quantity={
                    chosen !== undefined && listing.splits.includes(chosen)
                      ? chosen
                      : preferredQuantity(listing.splits, asked)
                  }
                  step={scale ? scale.stepOf(fromWireMoney(listing.proceed_price)) : null}
                  held={held.get(listing.id) ?? 0}
                  today={props.today}
                  isHolding={state?.kind === 'holding'}
                  refusal={state?.kind === 'refused' ? state.refusal : null}
                  lit={lit}
                  isCurrent={item.index === Math.min(current, rows.length - 1)}
                  onHold={onHold}
                  onQuantity={onQuantity}
                  onCurrent={setCurrent}
                  onWalk={onWalk}
                  onForget={onForget}
                />
              </div>
            )
          })}
        </div>
      </div>
      <p role="status" className="sr-only">
        {holds.announcement}
      </p>
    </>
  )
}

/** About how tall a row is in a list of this width; see `rowGrid`. */
function rowHeight(width: number): number {
  if (width < 528) return 132
  return width < 704 ? 72 : 59
}
