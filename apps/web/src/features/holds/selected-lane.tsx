import { formatMoney } from '@terrace/domain/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { laneClass } from './lane-class.ts'
import { mostSelected } from './selection.ts'
import type { useSelectedBasket } from './use-selected-basket.ts'

interface SelectedLaneProps {
  selected: ReturnType<typeof useSelectedBasket>
  onHold: () => void
  onReview: () => void
  onQuote?: (() => void) | undefined
}

/** The part of the bar that says what is selected, and holds all of it at one press. */
export function SelectedLane({ selected, onHold, onReview, onQuote }: SelectedLaneProps) {
  const { entries, tickets, totals, hasProblems, failure, isPending } = selected
  const sums = totals.map(({ tickets: price, fee }) => `${formatMoney(price)} + ${formatMoney(fee)} fee`)
  return (
    <div className={laneClass}>
      <div className="tabular min-w-0 flex-1 text-sm">
        <p className="truncate text-muted">
          <strong className="font-semibold text-ink">
            {formatCount(entries.length)}
            <span className="max-sm:hidden"> {entries.length === 1 ? 'listing' : 'listings'}</span> selected
          </strong>
          <span className="max-sm:hidden">
            {' '}
            · {formatTickets(tickets)}
            {entries.length >= mostSelected && ' · no more at once'}
          </span>
        </p>
        <p
          className={cx(
            hasProblems || failure ? 'text-danger sm:truncate' : 'truncate text-muted max-sm:hidden',
          )}
        >
          {failure?.text ?? (hasProblems ? 'Some of it cannot be held like this' : sums.join(', '))}
        </p>
        <Button tone="quiet" size="sm" onPress={onReview} className="!-mx-2 !h-7 !px-2 sm:hidden">
          Review
        </Button>
        {onQuote && (
          <Button tone="quiet" size="sm" onPress={onQuote} className="ml-2 !h-7 !px-2 sm:hidden">
            Quote
          </Button>
        )}
      </div>
      <Button tone="quiet" onPress={onReview} className="max-sm:hidden">
        Review
      </Button>
      {onQuote && (
        <Button onPress={onQuote} className="max-sm:hidden">
          Quote
        </Button>
      )}
      <Button tone="primary" isPending={isPending} onPress={onHold} className="tabular max-sm:h-11">
        Hold {formatTickets(tickets)}
      </Button>
    </div>
  )
}
