import { Link } from '@tanstack/react-router'
import { formatMoney, type Money } from '@terrace/domain/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { cx } from '#web/ui/cx.ts'
import type { Basket } from './basket.ts'
import { laneClass } from './lane-class.ts'
import { useRefreshTwice } from './use-refresh-twice.ts'
import { useReleaseDialog } from './use-release-dialog.tsx'

interface HeldLaneProps {
  basket: Basket
  /** Whether checkout is the one primary action: not while something is selected, which is held first. */
  isPrimary: boolean
  onReview: () => void
  onQuote?: (() => void) | undefined
}

/** The part of the bar that says what is held, for how long and for how much. */
export function HeldLane({ basket, isPrimary, onReview, onQuote }: HeldLaneProps) {
  const onExpire = useRefreshTwice()
  const { holds, tickets, sellers, totals, expiresAt, isPaying, quoteRef } = basket
  const releasing = useReleaseDialog(holds)
  const canRelease = holds.some(({ state }) => state === 'active')

  return (
    <div className={cx(laneClass, 'max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:gap-x-1.5')}>
      {expiresAt && (
        <Countdown
          key={expiresAt}
          size="lg"
          label="Time left to check out"
          expiresAt={expiresAt}
          offset={clockOffset()}
          onExpire={onExpire}
          className="max-sm:col-start-2 max-sm:row-start-1 max-sm:[&_[role=timer]]:text-sm max-sm:[&_svg]:hidden"
        />
      )}
      <div className="tabular min-w-0 flex-1 text-sm max-sm:col-start-1 max-sm:row-start-1">
        <p className="truncate text-muted">
          <strong className="font-semibold text-ink">
            {formatCount(holds.length)}
            <span className="max-sm:hidden"> {holds.length === 1 ? 'listing' : 'listings'}</span> held
          </strong>
          <span className="sm:hidden"> ·{expiresAt === null && ' payment running'}</span>
          <span className="max-sm:hidden">
            {' '}
            · {formatTickets(tickets)} · {formatCount(sellers.length)}{' '}
            {sellers.length === 1 ? 'seller' : 'sellers'}
            {isPaying && ' · payment running'}
          </span>
        </p>
        <p className="truncate text-muted max-sm:hidden">
          {totals
            .map(({ tickets: price, fee }) => `${formatMoney(price)} + ${formatMoney(fee)} fee`)
            .join(', ')}
        </p>
      </div>
      {/* On a phone below the count; what is held is offered to a client from the review: the bar has no room for it. */}
      <div className="-mx-2 flex max-sm:col-span-2 max-sm:col-start-1 max-sm:row-start-2 sm:hidden">
        <Button tone="quiet" size="sm" onPress={onReview} className="!h-7 !px-2">
          Review
        </Button>
        {canRelease && (
          <Button tone="quiet" size="sm" onPress={releasing.open} className="!h-7 !px-2">
            Release
          </Button>
        )}
      </div>
      {canRelease && (
        <Button tone="quiet" onPress={releasing.open} className="max-sm:hidden">
          Release
        </Button>
      )}
      {canRelease && onQuote && (
        <Button onPress={onQuote} className="max-sm:hidden">
          Quote
        </Button>
      )}
      <Link
        to="/checkout"
        search={{ quote: quoteRef }}
        className={buttonClass(
          isPrimary ? 'primary' : 'secondary',
          'md',
          'tabular max-sm:col-start-3 max-sm:row-span-2 max-sm:row-start-1 max-sm:h-11',
        )}
      >
        {`Checkout · ${sums(totals.map(({ total }) => total))}`}
      </Link>
      {releasing.dialog}
    </div>
  )
}

function sums(amounts: readonly Money[]): string {
  return amounts.map(formatMoney).join(' + ')
}
