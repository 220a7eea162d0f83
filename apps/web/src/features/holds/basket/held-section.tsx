import { Link } from '@tanstack/react-router'
import { formatMoney, type Money } from '@terrace/domain/money/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { groupTitles } from '#web/lib/commands/command.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { basketOf, holdsToBuy, type Basket } from './basket.ts'
import { sectionActionsClass, sectionAsideClass, sectionClass } from './section-styles.ts'
import { useRefreshAfterExpiry } from '#web/features/holds/expiry/use-refresh-after-expiry.ts'
import { isReleaseScheduled } from '#web/features/holds/release/releasing.ts'
import { useUndoRelease } from '#web/features/holds/release/use-undo-release.ts'
import { useReleaseDialog } from '#web/features/holds/release/use-release-dialog.tsx'

interface HeldSectionProps {
  basket: Basket
  /** Whether Checkout is the primary action; false while a selection still has to be held. */
  isPrimary: boolean
  onReview: () => void
  onQuote?: (() => void) | undefined
}

export function HeldSection({ basket, isPrimary, onReview, onQuote }: HeldSectionProps) {
  const onExpire = useRefreshAfterExpiry()
  const { holds, tickets, sellers, expiresAt, isPaying } = basket
  // Must match the totals of the checkout that the link opens.
  const { totals, quoteId } = basketOf(holdsToBuy(holds))
  const releasing = useReleaseDialog(holds)
  const canRelease = holds.some((hold) => hold.state === 'active' && !isReleaseScheduled(hold))
  const pendingReleases = holds.filter(isReleaseScheduled)
  const undo = useUndoRelease()
  useCommands(groupTitles.basket, [
    { id: 'basket.release', title: 'Release tickets', key: 'x', run: canRelease ? releasing.open : null },
  ])

  return (
    <div className={sectionClass}>
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
          {isPaying && ' · payment in progress'}
          {pendingReleases.length > 0 && ' · releasing…'}
        </p>
        <p className="truncate text-muted max-sm:hidden">
          {totals
            .map(({ tickets: price, fee }) => `${formatMoney(price)} + ${formatMoney(fee)} fee`)
            .join(', ')}
        </p>
      </div>
      <div className={sectionAsideClass}>
        <Button tone="quiet" onPress={onReview} className="sm:hidden">
          Review
        </Button>
        {pendingReleases.length > 0 && (
          <Button tone="quiet" aria-label="Undo the release" onPress={() => undo(pendingReleases)}>
            Undo
          </Button>
        )}
        {canRelease && (
          <Button tone="quiet" onPress={releasing.open}>
            Release
          </Button>
        )}
      </div>
      <div className={sectionActionsClass}>
        {canRelease && onQuote && <Button onPress={onQuote}>Quote</Button>}
        <Link
          to="/checkout"
          search={{ quote: quoteId }}
          className={buttonClass(isPrimary ? 'primary' : 'secondary', 'md', 'tabular')}
        >
          {`Checkout · ${formatAmounts(totals.map(({ total }) => total))}`}
        </Link>
      </div>
      {releasing.dialog}
    </div>
  )
}

function formatAmounts(amounts: readonly Money[]): string {
  return amounts.map(formatMoney).join(' + ')
}
