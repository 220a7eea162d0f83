import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { rateText } from '#web/lib/format/rate-text.ts'
import { cx } from '#web/ui/cx.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { AllInTotals } from './all-in-totals.tsx'
import { basketOf, holdsToBuy, type Basket } from './basket.ts'
import { CheckoutLink } from './checkout-link.tsx'
import { holdRates } from './hold-rates.ts'
import { sectionActionsClass, sectionAsideClass, sectionClass, sectionTextClass } from './section-styles.ts'
import { useRefreshAfterExpiry } from '#web/features/holds/expiry/use-refresh-after-expiry.ts'
import { isReleaseScheduled } from '#web/features/holds/release/scheduled-release.ts'
import { useUndoRelease } from '#web/features/holds/release/use-undo-release.ts'

interface HeldSectionProps {
  basket: Basket
  /** Whether Checkout is the primary action; false while a selection still has to be held. */
  isPrimary: boolean
  onReview: () => void
  /** `undefined` while nothing can be released. */
  onRelease: (() => void) | undefined
  /** `undefined` while nothing can be quoted. */
  onQuote?: (() => void) | undefined
}

export function HeldSection({ basket, isPrimary, onReview, onRelease, onQuote }: HeldSectionProps) {
  const onExpire = useRefreshAfterExpiry()
  const { holds, tickets, sellers, expiresAt, isPaying } = basket
  // Must match the totals of the checkout.
  const bought = holdsToBuy(holds)
  const { totals } = basketOf(bought)
  const rateTexts = [...new Set(holdRates(bought).map(rateText))]
  const pendingReleases = holds.filter(isReleaseScheduled)
  const undo = useUndoRelease()

  return (
    // Below a selection, a phone shows one line: the time and Checkout.
    <div className={cx(sectionClass, !isPrimary && 'max-sm:flex-nowrap max-sm:py-1')}>
      {expiresAt && (
        <Countdown
          key={expiresAt}
          size="lg"
          label="Time left to check out"
          expiresAt={expiresAt}
          offset={clockOffset()}
          onExpire={onExpire}
          className="max-sm:gap-1.5 max-sm:[&_[role=timer]]:text-base max-sm:[&_svg]:size-5 lg:[&_[role=timer]]:text-lg lg:[&_svg]:size-5"
        />
      )}
      <div className={sectionTextClass}>
        <p className="truncate text-muted lg:[:only-child>*>&]:shrink-0">
          <strong className="font-semibold text-ink">
            {formatCount(holds.length)}
            <span className={cx(!isPrimary && 'max-sm:hidden')}>
              {' '}
              {holds.length === 1 ? 'listing' : 'listings'}
            </span>{' '}
            held
          </strong>
          <span className="max-sm:hidden">
            {' '}
            · {formatTickets(tickets)} · {formatCount(sellers.length)}{' '}
            {sellers.length === 1 ? 'seller' : 'sellers'}
          </span>
          {isPaying && ' · payment in progress'}
          {pendingReleases.length > 0 && ' · releasing…'}
        </p>
        <p className="truncate text-muted max-sm:hidden">
          <AllInTotals totals={totals} rateTexts={rateTexts} />
        </p>
      </div>
      <div className={cx(sectionAsideClass, !isPrimary && 'max-sm:hidden')}>
        <Button tone="quiet" size="sm" onPress={onReview} className="sm:hidden">
          Review
        </Button>
        {pendingReleases.length > 0 && (
          <Button tone="quiet" size="sm" aria-label="Undo the release" onPress={() => undo(pendingReleases)}>
            Undo
          </Button>
        )}
        {onRelease && (
          <Button tone="quiet" size="sm" onPress={onRelease}>
            Release
          </Button>
        )}
      </div>
      <div className={isPrimary ? sectionActionsClass : 'flex items-center gap-x-3 max-sm:[&_button]:hidden'}>
        {onQuote && (
          <Button size="sm" onPress={onQuote}>
            Quote
          </Button>
        )}
        <CheckoutLink holds={holds} isPrimary={isPrimary} size="sm" />
      </div>
    </div>
  )
}
