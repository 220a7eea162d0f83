import { cx } from '#web/ui/cx.ts'
import { LockIcon } from '#web/ui/icons.ts'
import { seatsLabel } from './listing-details.ts'
import type { RowCellsProps } from './row-cells.ts'
import { fitsInto } from './fits-into.ts'
import { ListingCheckbox } from './listing-checkbox.tsx'
import { stepDots } from './row-seats.tsx'
import { useRowTabIndex } from './row-tab-index.ts'

/** Checkbox, price step and the block, which expands the row. */
export function RowBlock({
  listing,
  step,
  held,
  removalReason,
  selection,
  isOpen,
  detailsId,
  onOpen,
  tag,
}: RowCellsProps & { tag: string | null }) {
  const tabIndex = useRowTabIndex()
  const isPartlyHeld = removalReason === null && held > 0
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {selection ? (
        <ListingCheckbox {...selection} label={`Select ${listing.section}, ${seatsLabel(listing)}`} />
      ) : (
        <span className="size-4 shrink-0 text-accent">
          {removalReason === 'held' && <LockIcon aria-hidden className="size-4" />}
        </span>
      )}
      {isPartlyHeld ? (
        // Takes the place of the price step, so that the section keeps its width.
        <span
          aria-hidden
          title={tag ?? undefined}
          className="tabular -mx-0.5 inline-flex h-4 min-w-4 shrink-0 items-center justify-center rounded-full bg-accent px-1 text-2xs font-semibold text-on-accent"
        >
          {held}
        </span>
      ) : (
        <span
          aria-hidden
          className={cx('ml-0.5 size-2 shrink-0 rounded-[2px]', step ? stepDots[step] : 'bg-scale-0')}
        />
      )}
      <button
        type="button"
        tabIndex={tabIndex}
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        aria-label={`${listing.section}, details`}
        title={`${listing.section}, ${listing.category.name}`}
        onClick={onOpen}
        className={cx(
          'min-h-6 min-w-0 rounded-sm text-left font-semibold hover:underline',
          fitsInto(listing.section, tag === null ? 78 : 66) ? 'whitespace-nowrap' : 'truncate',
        )}
      >
        {listing.section}
      </button>
      {tag !== null && (
        <span title={tag} className="shrink-0">
          <span className="sr-only">{tag}</span>
          {!isPartlyHeld && <span aria-hidden className="block size-1.5 rounded-full bg-accent" />}
        </span>
      )}
    </span>
  )
}
