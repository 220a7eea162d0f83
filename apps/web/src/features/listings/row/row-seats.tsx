import type { WireListing } from '@terrace/contracts/listings'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon, LockIcon } from '#web/ui/icons.ts'
import { seatsText, seatsLabel } from './listing-details.ts'
import type { PriceStep } from '#web/features/listings/filters/price-scale.ts'
import { ListingCheckbox } from './listing-checkbox.tsx'
import { useRowTabIndex } from './row-tab-index.ts'

interface RowSeatsProps {
  listing: WireListing
  step: PriceStep | null
  /** Short label such as `New`. */
  tag: string | null
  /** `null` when the row can't be selected. */
  selection: { isSelected: boolean; onToggle: (isRange: boolean) => void } | null
  isHeld: boolean
  isOpen: boolean
  detailsId: string
  onOpen: () => void
}

export const stepDots: Record<PriceStep, string> = { 1: 'bg-scale-1', 2: 'bg-scale-2', 3: 'bg-scale-3' }

/** Block button that expands the row; in narrow lists also row and seats. */
export function RowSeats({
  listing,
  step,
  tag,
  selection,
  isHeld,
  isOpen,
  detailsId,
  onOpen,
}: RowSeatsProps) {
  const tabIndex = useRowTabIndex()
  return (
    <div role="gridcell" className="flex min-w-0 items-baseline gap-2 [grid-area:place]">
      {selection ? (
        <ListingCheckbox {...selection} label={`Select ${listing.section}, ${seatsLabel(listing)}`} />
      ) : (
        <span className="size-4 shrink-0 self-center text-accent">
          {isHeld && <LockIcon aria-hidden className="size-4" />}
        </span>
      )}
      <span
        aria-hidden
        className={cx(
          'size-2.5 shrink-0 rounded-[3px] @min-[54rem]:size-2',
          step ? stepDots[step] : 'bg-scale-0',
        )}
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <button
            type="button"
            tabIndex={tabIndex}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={onOpen}
            className="inline-flex min-h-6 items-center gap-1 rounded-sm text-left font-semibold hover:underline"
          >
            {listing.section}
            <span className="sr-only">, details</span>
            <ChevronDownIcon
              aria-hidden
              className={cx('size-3.5 text-muted transition-transform duration-150', isOpen && 'rotate-180')}
            />
          </button>
          <span className="tabular text-muted @min-[54rem]:hidden" aria-hidden>
            {seatsText(listing)}
          </span>
          {tag !== null && (
            <span className="text-2xs font-semibold text-accent @min-[54rem]:hidden">{tag}</span>
          )}
        </span>
        <span className="block truncate text-xs text-muted @max-[54rem]:hidden">{listing.category.name}</span>
      </span>
    </div>
  )
}
