import type { WireListing } from '@terrace/contracts/listings'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { TrackButton } from '#web/features/tracking/track-button.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { HoldButton } from './hold-button.tsx'
import { RowReleaseButton } from './row-hold.tsx'
import { QuoteButton } from './row-quote.tsx'
import { useRowTabIndex } from './row-tab-index.ts'
import type { TableRow } from './rows.ts'

interface RowActionProps {
  listing: WireListing
  removalReason: TableRow['removalReason']
  quantity: number | null
  isHolding: boolean
  isTracked: boolean
  /** `null` when there is nothing to quote. */
  onQuote: (() => void) | null
  onHold: (quantity: number) => void
  onNearest: (listing: WireListing) => void
  /** For compact rows: quote and track appear in the current and the hovered row. */
  isCompact: boolean
}

const activeHold = 'group-data-hovered/row:border-line-strong group-focus-within/row:border-line-strong'

const compactButton = 'h-6 !rounded-sm !px-1 !transition-none max-sm:h-6'
const activeCompactHold =
  'group-data-hovered/row:border-line-strong group-data-hovered/row:bg-surface group-data-hovered/row:!font-semibold group-focus-within/row:border-line-strong group-focus-within/row:bg-surface group-focus-within/row:!font-semibold'

/** Seen in the row that is hovered or focused, and always on touch screens. */
const compactIcon =
  '!size-6 !transition-none [&_svg]:hidden group-focus-within/row:[&_svg]:block group-data-hovered/row:[&_svg]:block [@media(hover:none)]:[&_svg]:block'

export function RowAction({
  listing,
  removalReason,
  quantity,
  isHolding,
  isTracked,
  isCompact,
  ...handlers
}: RowActionProps) {
  const { section } = listing
  const tabIndex = useRowTabIndex()
  return (
    <div
      role="gridcell"
      className={cx('flex items-center justify-end', isCompact ? 'gap-0' : 'gap-0.5 [grid-area:action]')}
    >
      {removalReason === 'unavailable' && (
        <Button
          size="sm"
          aria-label={`Nearest to ${section}`}
          excludeFromTabOrder={tabIndex === -1}
          onPress={() => handlers.onNearest(listing)}
          className={cx(isCompact && compactButton)}
        >
          Nearest
        </Button>
      )}
      {removalReason === 'held' && (
        <RowReleaseButton listingId={listing.id} section={section} isCompact={isCompact} />
      )}
      {removalReason === null && (
        <HoldButton
          label={quantity === null ? 'Hold' : `Hold ${formatTickets(quantity)}, ${section}`}
          isDisabled={quantity === null}
          isPending={isHolding}
          onPress={() => quantity !== null && handlers.onHold(quantity)}
          // Fixed width, so that the spinner doesn't move neighbouring controls.
          className={
            isCompact
              ? cx(compactButton, 'w-10 border-transparent bg-transparent !font-normal', activeCompactHold)
              : cx('w-16 !px-0 max-sm:w-20 max-sm:text-sm', activeHold)
          }
        />
      )}
      {handlers.onQuote && (
        <QuoteButton section={section} onPress={handlers.onQuote} className={cx(isCompact && compactIcon)} />
      )}
      {removalReason !== 'unavailable' && !(isCompact && removalReason === 'held') && (
        <TrackButton
          listingId={listing.id}
          place={listing}
          isTracked={isTracked}
          tabIndex={tabIndex}
          className={cx(isCompact && (isTracked ? '!size-6 !transition-none' : compactIcon))}
        />
      )}
    </div>
  )
}
