import { Link } from '@tanstack/react-router'
import { formatMoney, type Money } from '@terrace/domain/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import type { Basket } from './basket.ts'
import { laneClass } from './lane-class.ts'
import { useRefreshTwice } from './use-refresh-twice.ts'
import { useReleaseDialog } from './use-release-dialog.tsx'

interface HeldLaneProps {
  basket: Basket
  /** Whether checkout is the one primary action: not while something is selected, which is held first. */
  isPrimary: boolean
  onQuote?: (() => void) | undefined
}

/** The part of the bar that says what is held, for how long and for how much. */
export function HeldLane({ basket, isPrimary, onQuote }: HeldLaneProps) {
  const onExpire = useRefreshTwice()
  const { holds, tickets, sellers, totals, expiresAt, isPaying } = basket
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
          className="max-sm:!gap-1.5 max-sm:[&_svg]:hidden"
        />
      )}
      <div className="tabular min-w-0 flex-1 text-sm">
        <p className="truncate text-muted">
          <strong className="font-semibold text-ink">
            {formatCount(holds.length)} {holds.length === 1 ? 'listing' : 'listings'}
            <span className="max-sm:hidden"> held</span>
          </strong>
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
        {canRelease && (
          <div className="-mx-1 flex flex-wrap sm:hidden">
            <Button tone="quiet" size="sm" onPress={releasing.open} className="!h-7 !px-1">
              Release
            </Button>
            {onQuote && (
              <Button tone="quiet" size="sm" onPress={onQuote} className="!h-7 !px-1">
                Quote
              </Button>
            )}
          </div>
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
        className={buttonClass(isPrimary ? 'primary' : 'secondary', 'md', 'tabular max-sm:h-11')}
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
