import type { WireListing } from '@terrace/contracts/listings'
import { formatTickets } from '@terrace/domain/tickets'
import { TrackButton } from '#web/features/tracking/track-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { RowRelease } from './row-held.tsx'
import { QuoteButton } from './row-quote.tsx'
import type { TableRow } from './rows.ts'

interface RowActionProps {
  listing: WireListing
  departed: TableRow['departed']
  quantity: number | null
  isHolding: boolean
  isTracked: boolean
  /** Null where there is nothing to quote. */
  onQuote: (() => void) | null
  onHold: (quantity: number) => void
  onNearest: (listing: WireListing) => void
}

/** What can be done with a row: hold, quote and track it, give it back, or go on to the nearest where it is gone. */
export function RowAction({ listing, departed, quantity, isHolding, isTracked, ...does }: RowActionProps) {
  const { section } = listing
  return (
    <div role="gridcell" className="flex items-center justify-end gap-0.5 [grid-area:action]">
      {departed === 'gone' && (
        <Button size="sm" aria-label={`Nearest to ${section}`} onPress={() => does.onNearest(listing)}>
          Nearest
        </Button>
      )}
      {departed === 'held' && <RowRelease listingId={listing.id} section={section} />}
      {departed === null && (
        <Button
          size="sm"
          isDisabled={quantity === null}
          isPending={isHolding}
          onPress={() => quantity !== null && does.onHold(quantity)}
          aria-label={quantity === null ? 'Hold' : `Hold ${formatTickets(quantity)}, ${section}`}
          className={cx(
            // As wide with the spinner as without: nothing beside it may move or be touched.
            'w-16 !px-0 max-sm:w-20 max-sm:text-sm',
            'group-hover/row:border-accent group-hover/row:bg-accent group-hover/row:text-on-accent',
            'group-focus/row:border-accent group-focus/row:bg-accent group-focus/row:text-on-accent',
          )}
        >
          Hold
        </Button>
      )}
      {does.onQuote && <QuoteButton section={section} onPress={does.onQuote} />}
      {departed !== 'gone' && <TrackButton listingId={listing.id} place={listing} isTracked={isTracked} />}
    </div>
  )
}
