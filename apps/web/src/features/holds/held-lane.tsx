import { Link } from '@tanstack/react-router'
import { formatMoney, type Money } from '@terrace/domain/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { basketOf, toBeBought, type Basket } from './basket.ts'
import { laneActionsClass, laneAsideClass, laneClass } from './lane-class.ts'
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
  const { holds, tickets, sellers, expiresAt, isPaying } = basket
  // The figures are those of the checkout that the way leads to.
  const { totals, quoteRef } = basketOf(toBeBought(holds))
  const releasing = useReleaseDialog(holds)
  const canRelease = holds.some(({ state }) => state === 'active')

  return (
    <div className={laneClass}>
      {expiresAt && (
        <Countdown
          key={expiresAt}
          size="lg"
          label="Time left to check out"
          expiresAt={expiresAt}
          offset={clockOffset()}
          onExpire={onExpire}
          className="max-sm:gap-1.5 max-sm:[&_[role=timer]]:text-base max-sm:[&_svg]:size-5"
        />
      )}
      <div className="tabular min-w-0 flex-1 text-sm">
        <p className="truncate text-muted">
          <strong className="font-semibold text-ink">
            {formatCount(holds.length)} {holds.length === 1 ? 'listing' : 'listings'} held
          </strong>
          <span className="max-sm:hidden">
            {' '}
            · {formatTickets(tickets)} · {formatCount(sellers.length)}{' '}
            {sellers.length === 1 ? 'seller' : 'sellers'}
          </span>
          {isPaying && ' · payment running'}
        </p>
        <p className="truncate text-muted max-sm:hidden">
          {totals
            .map(({ tickets: price, fee }) => `${formatMoney(price)} + ${formatMoney(fee)} fee`)
            .join(', ')}
        </p>
      </div>
      <div className={laneAsideClass}>
        <Button tone="quiet" onPress={onReview} className="sm:hidden">
          Review
        </Button>
        {canRelease && (
          <Button tone="quiet" onPress={releasing.open}>
            Release
          </Button>
        )}
      </div>
      <div className={laneActionsClass}>
        {canRelease && onQuote && <Button onPress={onQuote}>Quote</Button>}
        <Link
          to="/checkout"
          search={{ quote: quoteRef }}
          className={buttonClass(isPrimary ? 'primary' : 'secondary', 'md', 'tabular')}
        >
          {`Checkout · ${sums(totals.map(({ total }) => total))}`}
        </Link>
      </div>
      {releasing.dialog}
    </div>
  )
}

function sums(amounts: readonly Money[]): string {
  return amounts.map(formatMoney).join(' + ')
}
