import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { WireHold } from '@terrace/contracts/holds'
import { withDialCode } from '@terrace/domain/people/phone'
import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react'
import { CheckoutForm } from '#web/features/checkout/form/checkout-form.tsx'
import { CheckoutHeader } from '#web/features/checkout/form/checkout-header.tsx'
import { saveCheckoutQuote } from '#web/features/checkout/checkout-quote.ts'
import { CheckoutSkeleton } from '#web/features/checkout/form/checkout-skeleton.tsx'
import { resetCheckout } from '#web/features/checkout/checkout-state.ts'
import { readPendingPurchase } from '#web/features/checkout/payment/checkout-idempotency.ts'
import { draftQuery, openAttemptsQuery } from '#web/features/checkout/queries.ts'
import { useCancelPurchase } from '#web/features/checkout/payment/use-cancel-purchase.ts'
import { usePurchase } from '#web/features/checkout/payment/use-purchase.ts'
import { holdsToBuy } from '#web/features/holds/basket/basket.ts'
import { recordExpired } from '#web/features/holds/expiry/recorded-expirations.ts'
import { isReleaseScheduled } from '#web/features/holds/release/scheduled-release.ts'
import { useUndoRelease } from '#web/features/holds/release/use-undo-release.ts'
import { holdsQuery } from '#web/features/holds/queries.ts'
import { checkoutQuoteQuery } from '#web/features/quotes/convert/checkout-quote-query.ts'
import { holdsOfQuote } from '#web/features/quotes/convert/quote-holds.ts'
import { HeaderSlot } from '#web/features/workspace/header-slot.tsx'
import { userInfoQuery } from '#web/features/workspace/queries.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { paths } from '#web/lib/url/paths.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { whenIdle } from '#web/lib/when-idle.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { InfoIcon, TicketIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'

const route = getRouteApi('/logged-in/checkout')

/** `/checkout`: pays for all of the team's holds, for those of one quote (spec §2, §4), or for chosen ones. */
export default function Checkout() {
  useTitle('Checkout')
  const { quote: quoteId, holds: holdIds } = route.useSearch()
  const holds = useQuery(holdsQuery())
  const user = useQuery(userInfoQuery())
  const draft = useQuery(draftQuery())
  const quote = useQuery(checkoutQuoteQuery(quoteId))
  const purchase = usePurchase()
  const { phase, resume } = purchase
  const teamHolds = holds.data?.data
  const relevantHolds = useMemo(() => {
    if (quote.data && teamHolds) return holdsOfQuote(quote.data, teamHolds)
    if (holdIds === undefined) return teamHolds
    const chosen = new Set(holdIds.split(','))
    return teamHolds?.filter(({ hold_id }) => chosen.has(hold_id))
  }, [quote.data, teamHolds, holdIds])
  const payableHolds = relevantHolds && holdsToBuy(relevantHolds)
  const [isResuming] = useState(() => readPendingPurchase() !== null)
  const hasUnansweredPurchase = isResuming && relevantHolds !== undefined && isPaymentStarted(relevantHolds)
  const runningAttemptId = useRunningAttempt(relevantHolds, phase === 'idle' && !hasUnansweredPurchase)
  const isRedirecting = runningAttemptId !== undefined && payableHolds === relevantHolds
  useRedirectToAttempt(isRedirecting ? runningAttemptId : undefined)
  useCancelReleases(payableHolds)
  usePreloadedConfirmation()
  const cancelling = useCancelPurchase(teamHolds, () => {
    resetCheckout()
    redirectTo(paths.home())
  })

  useEffect(() => saveCheckoutQuote(quoteId), [quoteId])
  // Once per visit; the purchase reports the result.
  const resumeOnce = useEffectEvent(() => void resume())
  useEffect(() => {
    if (hasUnansweredPurchase) resumeOnce()
  }, [hasUnansweredPurchase])

  if (cancelling.isCancelled) return <CheckoutSkeleton label="Releasing your tickets" />
  if (phase === 'leaving' || isRedirecting) return <CheckoutSkeleton label="Submitting your purchase" />
  if (holds.isError && payableHolds === undefined) {
    return (
      <WithHeading>
        <LoadError className="py-24" title="Couldn’t load your basket" query={holds} />
      </WithHeading>
    )
  }
  // Account details and the saved draft are optional: without them the fields are empty.
  if (payableHolds === undefined || user.isPending || draft.isPending || quote.isLoading)
    return <CheckoutSkeleton />
  // During payment, show the basket as submitted: its tickets are sold before the response arrives.
  const purchasedHolds = phase === 'idle' || purchase.listings.length === 0 ? payableHolds : purchase.listings
  if (purchasedHolds.length === 0) {
    return phase === 'checking' ? (
      <CheckoutSkeleton label="Checking your payment" />
    ) : (
      <WithHeading>
        <NothingHeld />
      </WithHeading>
    )
  }
  if (quote.isError) {
    return (
      <WithHeading>
        <QuoteLoadError message={errorText(quote.error)} onRetry={() => void quote.refetch()} />
      </WithHeading>
    )
  }
  const info = user.data?.account_info
  return (
    <>
      <HeaderSlot>
        <CheckoutHeader
          holds={purchasedHolds}
          isPaying={phase !== 'idle'}
          // Spec §4: at zero the page reloads and goes to home, which shows why.
          onExpired={() => {
            recordExpired(purchasedHolds, holds.dataUpdatedAt)
            redirectTo(paths.home())
          }}
          cancelling={cancelling}
        />
      </HeaderSlot>
      {runningAttemptId !== undefined && <OtherPaymentNotice attemptId={runningAttemptId} />}
      <CheckoutForm
        holds={purchasedHolds}
        allHeld={teamHolds ?? purchasedHolds}
        defaultContact={{
          email: user.data?.email ?? '',
          phone: info ? withDialCode(info.country_code, info.phone) : '',
        }}
        quote={quote.data}
        purchase={purchase}
      />
    </>
  )
}

/** For states without the form, which has its own heading. */
function WithHeading({ children }: { children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">Checkout</h1>
      {children}
    </>
  )
}

/** A running payment for some of these tickets, started in another tab, on another device or before a reload. */
function useRunningAttempt(holds: readonly WireHold[] | undefined, isEnabled: boolean): string | undefined {
  const isPaying = isEnabled && (holds?.some(({ state }) => state === 'paying') ?? false)
  const { data: attempts } = useQuery({ ...openAttemptsQuery(), enabled: isPaying })
  const held = new Set(holds?.map(({ hold_id }) => hold_id))
  return isPaying
    ? attempts?.find(({ hold_ids }) => hold_ids.some((id) => held.has(id)))?.attempt_id
    : undefined
}

/** Loads the confirmation page in advance, so that it can be shown if the server is unreachable after the payment. */
function usePreloadedConfirmation(): void {
  const router = useRouter()
  useEffect(() => whenIdle(() => void router.preloadRoute({ to: '/checkout/confirm', search: {} })), [router])
}

/** Opening checkout cancels a scheduled release of these tickets, once: one that is scheduled later takes effect. */
function useCancelReleases(holds: readonly WireHold[] | undefined): void {
  const undo = useUndoRelease()
  const cancelReleases = useEffectEvent(() => undo(holds?.filter(isReleaseScheduled) ?? []))
  const isLoaded = holds !== undefined
  useEffect(() => {
    if (isLoaded) cancelReleases()
  }, [isLoaded])
}

/** Redirects to a running payment for all of these tickets, so that no second one starts. */
function useRedirectToAttempt(attemptId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (attemptId === undefined) return
    void navigate({ to: '/checkout/confirm', search: { attempt: attemptId }, replace: true })
  }, [attemptId, navigate])
}

function OtherPaymentNotice({ attemptId }: { attemptId: string }) {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-5">
      <Notice icon={<InfoIcon aria-hidden />}>
        Another payment is in progress.{' '}
        <Link to="/checkout/confirm" search={{ attempt: attemptId }} className="font-medium underline">
          View payment
        </Link>
      </Notice>
    </div>
  )
}

/** Whether the purchase that this tab sent has reached the server: its holds are being paid or are gone. */
function isPaymentStarted(holds: readonly WireHold[]): boolean {
  const lines = readPendingPurchase()?.payload.listings_to_buy ?? []
  const free = new Set(holds.filter(({ state }) => state === 'active').map(({ hold_id }) => hold_id))
  return lines.some(({ hold_id }) => !free.has(hold_id))
}

function NothingHeld() {
  return (
    <EmptyState
      className="py-24"
      icon={<TicketIcon />}
      title="No tickets held"
      message="Hold tickets on an event page, then pay for them here before the hold expires."
      action={
        <Link to="/" className={buttonClass('primary')}>
          Find an event
        </Link>
      }
    />
  )
}

function QuoteLoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="flex flex-col items-center">
      <ErrorState className="pt-24" title="Couldn’t load the quote" message={message} onRetry={onRetry} />
      <Link to="/checkout" className="text-sm font-medium underline">
        Continue without the quote
      </Link>
    </div>
  )
}
