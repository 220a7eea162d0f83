import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { WireHold } from '@terrace/contracts/holds'
import { withDialCode } from '@terrace/domain/phone'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { CheckoutForm } from '#web/features/checkout/checkout-form.tsx'
import { CheckoutHeader } from '#web/features/checkout/checkout-header.tsx'
import { rememberQuote } from '#web/features/checkout/checkout-quote.ts'
import { CheckoutSkeleton } from '#web/features/checkout/checkout-skeleton.tsx'
import { resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { unanswered } from '#web/features/checkout/intention.ts'
import { draftQuery, openAttemptsQuery } from '#web/features/checkout/queries.ts'
import { useCancelPurchase } from '#web/features/checkout/use-cancel-purchase.ts'
import { usePurchase } from '#web/features/checkout/use-purchase.ts'
import { toBeBought } from '#web/features/holds/basket.ts'
import { noteLapsed } from '#web/features/holds/noted-lapses.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { quoteQuery } from '#web/features/quotes/queries.ts'
import { holdsOfQuote } from '#web/features/quotes/quote-holds.ts'
import { HeaderSlot } from '#web/features/workspace/header-slot.tsx'
import { userInfoQuery } from '#web/features/workspace/queries.ts'
import { errorText } from '#web/lib/api-error.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { paths } from '#web/lib/paths.ts'
import { useTitle } from '#web/lib/title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { InfoIcon, TicketIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import { LoadError } from '#web/ui/load-error.tsx'

const route = getRouteApi('/logged-in/checkout')

/** `/checkout`: everything that the team holds, or what it holds of one quote, to be paid at once (spec §2, §4). */
export default function Checkout() {
  useTitle('Checkout')
  const { quote: quoteId } = route.useSearch()
  const holds = useQuery(holdsQuery())
  const user = useQuery(userInfoQuery())
  const draft = useQuery(draftQuery())
  const quote = useQuery({ ...quoteQuery(quoteId ?? ''), enabled: quoteId !== undefined })
  const purchase = usePurchase()
  const { phase, resume } = purchase
  const all = holds.data?.data
  const wanted = quote.data && all ? holdsOfQuote(quote.data, all) : all
  const found = wanted && toBeBought(wanted)
  const [isResuming] = useState(() => unanswered() !== null)
  const isUnsettled = isResuming && wanted !== undefined && isUnderWay(wanted)
  const running = useRunningAttempt(wanted, phase === 'idle' && !isUnsettled)
  const isFollowed = running !== undefined && found === wanted
  useFollowing(isFollowed ? running : undefined)
  const cancelling = useCancelPurchase(all, () => {
    resetCheckout()
    leaveTo(paths.home())
  })

  useEffect(() => rememberQuote(quoteId), [quoteId])
  // Once for each visit: what comes of it is told by the purchase.
  const askOnce = useEffectEvent(() => void resume())
  useEffect(() => {
    if (isUnsettled) askOnce()
  }, [isUnsettled])

  if (cancelling.isCancelled) return <CheckoutSkeleton label="Your tickets are released" />
  if (phase === 'leaving' || isFollowed) return <CheckoutSkeleton label="Your purchase is on its way" />
  if (holds.isError && found === undefined) {
    return (
      <Headed>
        <LoadError className="py-24" title="Your basket could not be loaded" query={holds} />
      </Headed>
    )
  }
  // The account's details and what was filled in are a convenience: without them the fields are simply empty.
  if (found === undefined || user.isPending || draft.isPending || quote.isLoading) return <CheckoutSkeleton />
  // While it is being bought, the basket as it was: its tickets are sold before the answer is here.
  const bought = phase === 'idle' || purchase.listings.length === 0 ? found : purchase.listings
  if (bought.length === 0) {
    return phase === 'asking' ? (
      <CheckoutSkeleton label="Asking what became of the payment" />
    ) : (
      <Headed>
        <NothingHeld />
      </Headed>
    )
  }
  if (quote.isError) {
    return (
      <Headed>
        <QuoteUnknown message={errorText(quote.error)} onRetry={() => void quote.refetch()} />
      </Headed>
    )
  }
  const info = user.data?.account_info
  return (
    <>
      <HeaderSlot>
        <CheckoutHeader
          holds={bought}
          isPaying={phase !== 'idle'}
          // Spec §4: at zero the page reloads and goes to home, where it is said why.
          onExpired={() => {
            noteLapsed(bought, holds.dataUpdatedAt)
            leaveTo(paths.home())
          }}
          cancelling={cancelling}
        />
      </HeaderSlot>
      {running !== undefined && <RunningElsewhere attemptId={running} />}
      <CheckoutForm
        holds={bought}
        allHeld={all ?? bought}
        known={{
          email: user.data?.email ?? '',
          phone: info ? withDialCode(info.country_code, info.phone) : '',
        }}
        quoteSlug={quote.data?.slug ?? undefined}
        purchase={purchase}
      />
    </>
  )
}

/** In place of the form, which draws the heading itself. */
function Headed({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">Checkout</h1>
      {children}
    </>
  )
}

/** The payment for some of these tickets that was begun in another tab, on another device or before the page was closed. */
function useRunningAttempt(holds: readonly WireHold[] | undefined, isWanted: boolean): string | undefined {
  const isPaying = isWanted && (holds?.some(({ state }) => state === 'paying') ?? false)
  const { data: attempts } = useQuery({ ...openAttemptsQuery(), enabled: isPaying })
  const held = new Set(holds?.map(({ hold_id }) => hold_id))
  return isPaying
    ? attempts?.find(({ hold_ids }) => hold_ids.some((id) => held.has(id)))?.attempt_id
    : undefined
}

/** Leads to where a payment for all of these tickets stands, so that nobody begins another one. */
function useFollowing(attemptId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (attemptId === undefined) return
    void navigate({ to: '/checkout/confirm', search: { attempt: attemptId }, replace: true })
  }, [attemptId, navigate])
}

function RunningElsewhere({ attemptId }: { attemptId: string }) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-7">
      <Notice icon={<InfoIcon aria-hidden />}>
        A payment for other tickets that you hold is still running.{' '}
        <Link to="/checkout/confirm" search={{ attempt: attemptId }} className="font-medium underline">
          See that payment
        </Link>
      </Notice>
    </div>
  )
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

function QuoteUnknown({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-center">
      <ErrorState
        className="pt-24"
        title="The quote of this purchase could not be read"
        message={message}
        onRetry={onRetry}
      />
      <Link to="/checkout" className="text-sm font-medium underline">
        Check out without it
      </Link>
    </div>
  )
}
