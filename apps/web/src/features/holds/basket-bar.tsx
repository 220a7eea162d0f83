import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { holdsRoutes } from '@terrace/contracts/holds'
import { listingsRoutes } from '@terrace/contracts/listings'
import { formatMoney, type Money } from '@terrace/domain/money'
import { formatCount, formatTickets } from '@terrace/domain/tickets'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { basketOf, type Basket } from './basket.ts'
import { LapsedNotice } from './lapsed-notice.tsx'
import { holdsQuery } from './queries.ts'
import { useLapsedHolds } from './use-lapsed-holds.ts'

const ReleaseDialog = lazy(async () => ({ default: (await import('./release-dialog.tsx')).ReleaseDialog }))

/** What the team holds, for how long still, and the way on; at the foot of every screen but checkout. */
export function BasketBar() {
  const { data } = useQuery(holdsQuery())
  const holds = data?.data
  const { lapsed, dismiss } = useLapsedHolds(holds)
  const basket = holds && holds.length > 0 ? basketOf(holds) : null
  if (!basket && lapsed.length === 0) return null
  return (
    <section aria-label="Basket" className="sticky bottom-0 z-20 animate-rise">
      {lapsed.map((hold) => (
        <LapsedNotice key={hold.hold_id} hold={hold} onDone={() => dismiss(hold.hold_id)} />
      ))}
      {basket && <BasketLine basket={basket} />}
    </section>
  )
}

function BasketLine({ basket }: { basket: Basket }) {
  const [isReleasing, setReleasing] = useState(false)
  // The first press brings the dialog's code; from then on it stays, so that it can leave as it came.
  const [wasReleasing, setWasReleasing] = useState(false)
  const onExpire = useRefreshTwice()
  const { holds, tickets, sellers, totals, expiresAt, isPaying } = basket
  const canRelease = holds.some(({ state }) => state === 'active')

  function openRelease() {
    setWasReleasing(true)
    setReleasing(true)
  }

  return (
    <div className="flex items-center gap-x-5 border-t border-line bg-surface px-4 py-3 shadow max-sm:gap-x-3 sm:px-7 lg:h-19">
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
          <Button tone="quiet" size="sm" onPress={openRelease} className="!-mx-2 !h-7 !px-2 sm:hidden">
            Release
          </Button>
        )}
      </div>
      {canRelease && (
        <Button tone="quiet" onPress={openRelease} className="max-sm:hidden">
          Release
        </Button>
      )}
      <Link to="/checkout" className={buttonClass('primary', 'md', 'tabular max-sm:h-11')}>
        {`Checkout · ${sums(totals.map(({ total }) => total))}`}
      </Link>
      <Suspense fallback={null}>
        {wasReleasing && (
          <ReleaseDialog holds={holds} isOpen={isReleasing} onClose={() => setReleasing(false)} />
        )}
      </Suspense>
    </div>
  )
}

function sums(amounts: readonly Money[]): string {
  return amounts.map(formatMoney).join(' + ')
}

/** Asks at the end of a hold, and once more: the server may be a part of a second behind. */
function useRefreshTwice(): () => void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    function refresh() {
      void queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
      void queryClient.invalidateQueries({ queryKey: [listingsRoutes.feed.name] })
    }
    refresh()
    timer.current = setTimeout(refresh, 1500)
  }
}
