import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireHold } from '@terrace/contracts/holds'
import type { WireCurrentUser } from '@terrace/contracts/workspace'
import { withDialCode } from '@terrace/domain/phone'
import { useEffect, useState } from 'react'
import { CheckoutForm } from '#web/features/checkout/checkout-form.tsx'
import { CheckoutHeader } from '#web/features/checkout/checkout-header.tsx'
import { CheckoutSkeleton } from '#web/features/checkout/checkout-skeleton.tsx'
import { unanswered } from '#web/features/checkout/intention.ts'
import { usePurchase } from '#web/features/checkout/use-purchase.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { HeaderSlot } from '#web/features/workspace/header-slot.tsx'
import { userInfoQuery } from '#web/features/workspace/queries.ts'
import { errorText } from '#web/lib/api-error.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { paths } from '#web/lib/paths.ts'
import { useTitle } from '#web/lib/title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { TicketIcon } from '#web/ui/icons.ts'

/** `/checkout`: everything that the team holds, to be paid at once (spec §2, §4). */
export default function Checkout() {
  useTitle('Checkout')
  const holds = useQuery(holdsQuery())
  const user = useQuery(userInfoQuery())
  const purchase = usePurchase()
  const { phase, resume } = purchase
  const found = holds.data?.data
  const [isResuming] = useState(() => unanswered() !== null)
  const isUnsettled = isResuming && found !== undefined && isUnderWay(found)

  useEffect(() => {
    if (isUnsettled) void resume()
    // Once for each visit: what comes of it is told by the purchase.
    // eslint-disable-next-line react/exhaustive-deps
  }, [isUnsettled])

  if (phase === 'leaving') return <CheckoutSkeleton label="Your purchase is on its way" />
  if (holds.isError && found === undefined) {
    return (
      <ErrorState
        className="py-24"
        title="Your basket could not be loaded"
        message={errorText(holds.error)}
        isOffline={!navigator.onLine}
        onRetry={() => void holds.refetch()}
        isRetrying={holds.isFetching}
      />
    )
  }
  // The account's details are a convenience: without them the fields are simply empty.
  if (found === undefined || user.isPending) return <CheckoutSkeleton />
  if (found.length === 0) {
    return phase === 'asking' ? (
      <CheckoutSkeleton label="Asking what became of the payment" />
    ) : (
      <NothingHeld />
    )
  }
  return (
    <>
      <HeaderSlot>
        <CheckoutHeader
          holds={found}
          isPaying={phase !== 'idle'}
          // Spec §4: at zero the page reloads and goes to home.
          onExpired={() => leaveTo(paths.home())}
          onCancelled={() => leaveTo(paths.home())}
        />
      </HeaderSlot>
      <CheckoutForm
        holds={found}
        known={{ email: user.data?.email ?? '', phone: user.data ? phoneOf(user.data.account_info) : '' }}
        purchase={purchase}
      />
    </>
  )
}

function phoneOf({ country_code, phone }: WireCurrentUser['account_info']): string {
  return withDialCode(country_code, phone)
}

/** Whether the purchase that this tab has no answer to has reached the server: its holds are being paid for, or gone. */
function isUnderWay(holds: readonly WireHold[]): boolean {
  const lines = unanswered()?.payload.listings_to_buy ?? []
  const free = new Set(holds.filter(({ state }) => state === 'active').map(({ hold_id }) => hold_id))
  return lines.some(({ hold_id }) => !free.has(hold_id))
}

function NothingHeld() {
  return (
    <EmptyState
      className="py-24"
      icon={<TicketIcon />}
      title="Nothing is held"
      message="Hold tickets on an event’s page, and pay for them here within 30 minutes."
      action={
        <Link to="/" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}
