import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { useState } from 'react'
import { cardErrorText } from '#web/features/payments/card-messages.ts'
import { isPermanentError, type ApiError } from '#web/lib/http/api-error.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import {
  changeCheckout,
  checkoutState,
  resetCheckout,
  useCheckoutState,
} from '#web/features/checkout/checkout-state.ts'
import { clearPendingPurchase, idempotencyKeyFor, readPendingPurchase } from './checkout-idempotency.ts'
import { checkoutPayload, type CheckoutPayload, type PayingCard, type Purchase } from './payload.ts'
import { toPurchaseProblem, type PurchaseProblem } from './purchase-problem.ts'
import { sendPurchase } from './send-purchase.ts'

export type Phase = 'idle' | 'paying' | 'checking' | 'leaving'

const lostText =
  'We couldn’t confirm your payment. Your tickets are still held. Pay again when you’re back online: you won’t be charged twice.'

interface PayOptions {
  resolveCard: () => Promise<PayingCard>
  /** Called once the order is placed and the form's values are no longer needed. */
  onPurchased: () => void
}

/** Pays for the tickets and opens the page that shows the result. */
export function usePurchase() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const state = useCheckoutState()
  const [isResponseLost, setResponseLost] = useState(false)
  const [problem, setProblem] = useState<PurchaseProblem | null>(null)

  function stop(nextProblem: PurchaseProblem | null) {
    setProblem(nextProblem)
    setResponseLost(false)
    resetCheckout()
  }

  async function goToAttempt(attemptId: string) {
    changeCheckout({ confirmStatus: true })
    // Replace the checkout in the history, so Back does not return to it.
    await navigate({ to: '/checkout/confirm', search: { attempt: attemptId }, replace: true })
    resetCheckout()
  }

  async function handleAttempt(attempt: WireAttempt, onPurchased?: () => void) {
    clearPendingPurchase()
    if (attempt.status === 'confirmed') onPurchased?.()
    if (attempt.status === 'declined') {
      // Reload the holds first; the outdated list would point to another payment in progress.
      await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
      return stop({
        section: 'card',
        text: `${attempt.reason ?? 'Your card was declined.'}\nYou weren’t charged and your tickets are still held.`,
      })
    }
    // Navigate before redirecting to the bank, so Back returns to the payment, not to the form.
    await goToAttempt(attempt.attempt_id)
    if (attempt.status === 'requires_action' && attempt.next_action) redirectTo(attempt.next_action.url)
    return undefined
  }

  async function handleError(error: unknown, payload: CheckoutPayload) {
    if (!isPermanentError(error)) {
      stop({ section: 'payBar', text: lostText })
      // Once the server is back, the holds say whether the payment has started, and the page opens it.
      void queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
      return undefined
    }
    clearPendingPurchase()
    const runningAttemptId = runningAttempt(error)
    if (runningAttemptId !== null) return goToAttempt(runningAttemptId)
    stop(toPurchaseProblem(error, payload))
    // Reload the basket so its lines and totals match the server.
    return queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
  }

  async function buy(payload: CheckoutPayload, key: string, onPurchased?: () => void) {
    changeCheckout({ checkoutStatus: true })
    try {
      await handleAttempt(await sendPurchase(payload, key, () => setResponseLost(true)), onPurchased)
    } catch (error) {
      await handleError(error, payload)
    }
  }

  return {
    phase: phaseOf(state, isResponseLost),
    problem,
    /** The holds being bought, as they were when the buyer pressed Pay. */
    listings: state.listings,
    pay: async (purchase: Purchase, { resolveCard, onPurchased }: PayOptions) => {
      // A double click, or a press after returning to the page, must not buy twice.
      if (checkoutState().proceedStatus) return
      setProblem(null)
      changeCheckout({ listings: purchase.holds, proceedStatus: true })
      let card: PayingCard
      try {
        card = await resolveCard()
      } catch (error) {
        const text = cardErrorText(error)
        return stop(text === null ? null : { section: 'card', text })
      }
      const payload = checkoutPayload(purchase, card)
      return buy(payload, idempotencyKeyFor(payload), onPurchased)
    },
    /** After a reload, checks the purchase whose response this tab never received. */
    resume: async () => {
      const pending = readPendingPurchase()
      if (pending === null || checkoutState().proceedStatus) return
      changeCheckout({ proceedStatus: true })
      setResponseLost(true)
      await buy(pending.payload, pending.key)
    },
  }
}

function phaseOf(state: ReturnType<typeof useCheckoutState>, isResponseLost: boolean): Phase {
  if (state.confirmStatus) return 'leaving'
  if (!state.proceedStatus) return 'idle'
  return isResponseLost ? 'checking' : 'paying'
}

/** The attempt that is already paying for these tickets, if the error names one. */
function runningAttempt(error: ApiError): string | null {
  const { errors } = error
  if (error.code !== 'checkout.in_progress' || typeof errors !== 'object' || Array.isArray(errors))
    return null
  return typeof errors['attempt_id'] === 'string' ? errors['attempt_id'] : null
}
