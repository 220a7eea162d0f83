import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import { rateDateText } from '#web/lib/format/rate-date-text.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AllInTotals } from './all-in-totals.tsx'
import { sectionActionsClass, sectionAsideClass, sectionClass, sectionTextClass } from './section-styles.ts'
import { maxSelected } from './selection.ts'
import type { useSelectedBasket } from './use-selected-basket.ts'

interface SelectedSectionProps {
  selected: ReturnType<typeof useSelectedBasket>
  onHold: () => void
  onReview: () => void
  onQuote?: (() => void) | undefined
}

export function SelectedSection({ selected, onHold, onReview, onQuote }: SelectedSectionProps) {
  const { entries, tickets, totals, rateDate, hasProblems, failure, isPending } = selected
  const rateTexts = rateDate === undefined ? [] : [rateDateText(rateDate)]
  const hasError = hasProblems || failure !== null
  return (
    <div className={sectionClass}>
      <div className={sectionTextClass}>
        <p className="truncate text-muted lg:[:only-child>*>&]:shrink-0">
          <strong className="font-semibold text-ink">
            {formatCount(entries.length)} {entries.length === 1 ? 'listing' : 'listings'} selected
          </strong>
          <span className="max-sm:hidden">
            {' '}
            · {formatTickets(tickets)}
            {entries.length >= maxSelected && ' · maximum reached'}
          </span>
        </p>
        <p className={cx(hasError ? 'text-danger sm:truncate' : 'truncate text-muted')}>
          {failure?.text ??
            (hasProblems ? (
              'Some tickets can’t be held'
            ) : (
              <AllInTotals totals={totals} rateTexts={rateTexts} />
            ))}
        </p>
      </div>
      <div className={sectionAsideClass}>
        <Button tone="quiet" size="sm" onPress={onReview}>
          Review
        </Button>
      </div>
      <div className={sectionActionsClass}>
        {onQuote && (
          <Button size="sm" onPress={onQuote}>
            Quote
          </Button>
        )}
        <Button tone="primary" size="sm" isPending={isPending} onPress={onHold} className="tabular">
          Hold {formatTickets(tickets)}
        </Button>
      </div>
    </div>
  )
}
