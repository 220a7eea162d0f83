import { formatMoney } from '@terrace/domain/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/button.tsx'
import { laneActionsClass, laneAsideClass, laneClass } from './lane-class.ts'
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
  const isWrong = hasProblems || failure !== null
  return (
    <div className={laneClass}>
      <div className="tabular min-w-0 flex-1 text-sm">
        <p className="truncate text-muted">
          <strong className="font-semibold text-ink">
            {formatCount(entries.length)} {entries.length === 1 ? 'listing' : 'listings'} selected
          </strong>
          <span className="max-sm:hidden">
            {' '}
            · {formatTickets(tickets)}
            {entries.length >= mostSelected && ' · no more at once'}
          </span>
        </p>
        <p className={cx(isWrong ? 'text-danger sm:truncate' : 'truncate text-muted')}>
          {failure?.text ?? (hasProblems ? 'Some of it cannot be held like this' : sums.join(', '))}
        </p>
      </div>
      <div className={laneAsideClass}>
        <Button tone="quiet" onPress={onReview}>
          Review
        </Button>
      </div>
      <div className={laneActionsClass}>
        {onQuote && <Button onPress={onQuote}>Quote</Button>}
        <Button tone="primary" isPending={isPending} onPress={onHold} className="tabular">
          Hold {formatTickets(tickets)}
        </Button>
      </div>
    </div>
  )
}
