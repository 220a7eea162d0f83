import type { WireListing } from '@terrace/contracts/listings'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { seatsText, spokenSeats } from './listing-facts.ts'
import type { PriceStep } from './price-scale.ts'
import { RowCheck } from './row-check.tsx'

interface RowPlaceProps {
  listing: WireListing
  step: PriceStep | null
  /** A word on what is particular about it, such as `New`. */
  tag: string | null
  /** Null where there is nothing to select. */
  check: { isSelected: boolean; onToggle: () => void } | null
  isOpen: boolean
  detailsId: string
  onOpen: () => void
}

const dots: Record<PriceStep, string> = { 1: 'bg-scale-1', 2: 'bg-scale-2', 3: 'bg-scale-3' }

/** Where the seats are: the block, which opens the details, and in a narrow list row and seats beside it. */
export function RowPlace({ listing, step, tag, check, isOpen, detailsId, onOpen }: RowPlaceProps) {
  return (
    <div role="gridcell" className="flex min-w-0 items-baseline gap-2 [grid-area:place]">
      {check ? (
        <RowCheck {...check} label={`Select ${listing.section}, ${spokenSeats(listing)}`} />
      ) : (
        <span className="size-4 shrink-0" />
      )}
      <span
        aria-hidden
        className={cx(
          'size-2.5 shrink-0 rounded-[3px] @min-[50rem]:size-2',
          step ? dots[step] : 'bg-scale-0',
        )}
      />
      <span className="min-w-0">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <button
            type="button"
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
          <span className="tabular text-muted @min-[50rem]:hidden" aria-hidden>
            {seatsText(listing)}
          </span>
          {tag !== null && (
            <span className="text-2xs font-semibold text-accent @min-[50rem]:hidden">{tag}</span>
          )}
        </span>
        <span className="block truncate text-xs text-muted @max-[50rem]:hidden">{listing.category.name}</span>
      </span>
    </div>
  )
}
