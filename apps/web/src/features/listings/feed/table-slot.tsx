import { fromWireMoney } from '@terrace/contracts/wire-money'
import { memo, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PriceScale } from '#web/features/listings/filters/price-scale.ts'
import { ListingRow, type ListingRowProps } from '#web/features/listings/row/listing-row.tsx'
import type { TableRow } from '#web/features/listings/row/rows.ts'
import type { RowHoldState } from '#web/features/listings/row/use-row-holds.ts'
import { cx } from '#web/ui/cx.ts'

/** How long an unavailable row stays before it fades out. */
const removedRowMs = 4000
const fadeMs = 300

/** The same for all rows; must not change while scrolling. */
export interface SharedSlotProps extends Pick<
  ListingRowProps,
  'today' | 'now' | 'highlightedBlock' | 'compact' | RowHandlers
> {
  onFaded: (listingId: string) => void
}

type RowHandlers =
  | 'onHold'
  | 'onQuantity'
  | 'onCurrent'
  | 'onMove'
  | 'onExtend'
  | 'onSelectTo'
  | 'onFindQuantity'
  | 'onNearest'
  | 'onDismiss'

interface TableSlotProps
  extends
    SharedSlotProps,
    Pick<ListingRowProps, 'index' | 'quantity' | 'held' | 'isTracked' | 'isCurrent' | 'isUnsold'> {
  row: TableRow
  /** Offset from the top of the rows, in pixels. */
  start: number
  measure: (element: HTMLElement | null) => void
  scale: PriceScale | null
  holdState: RowHoldState | undefined
}

/** Positions a row. An unavailable row fades out once it is neither hovered nor focused. */
export const TableSlot = memo(function TableSlot({
  row,
  start,
  measure,
  scale,
  holdState,
  onFaded,
  ...props
}: TableSlotProps) {
  const { listing } = row
  // A row with an error stays until the user dismisses it.
  const isRemoved = row.removalReason === 'unavailable' && holdState?.kind !== 'rejected'
  const element = useRef<HTMLDivElement>(null)
  const [isFading, setFading] = useState(false)
  const notifyFaded = useEffectEvent(() => onFaded(listing.id))

  useEffect(() => {
    if (!isRemoved) return undefined
    const timer = setInterval(() => {
      if (!element.current?.matches(':hover, :focus-within')) setFading(true)
    }, removedRowMs)
    return () => {
      clearInterval(timer)
      setFading(false)
    }
  }, [isRemoved])
  useEffect(() => {
    if (!isFading) return undefined
    const timer = setTimeout(() => notifyFaded(), fadeMs)
    return () => clearTimeout(timer)
  }, [isFading])

  const setElement = useCallback(
    (node: HTMLDivElement | null) => {
      element.current = node
      measure(node)
    },
    [measure],
  )
  return (
    <div
      ref={setElement}
      role="presentation"
      data-index={props.index}
      className={cx(
        // A transform per row would make each row a layer to paint.
        'absolute inset-x-0 contain-layout',
        isRemoved && 'transition-opacity duration-300 ease-out',
        isFading && 'opacity-0',
      )}
      style={{ top: start }}
    >
      <ListingRow
        {...props}
        {...row}
        step={scale ? scale.stepOf(fromWireMoney(listing.all_in_price)) : null}
        isHolding={holdState?.kind === 'holding'}
        error={holdState?.kind === 'rejected' ? holdState.failure : null}
      />
    </div>
  )
})
