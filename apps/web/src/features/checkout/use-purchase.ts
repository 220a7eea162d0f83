import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes } from '@terrace/contracts/holds'
import { useState } from 'react'
import { cardProblemText } from '#web/features/payments/card-messages.ts'
import { isJudged, type ApiError } from '#web/lib/api-error.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { changeCheckout, checkoutState, resetCheckout, useCheckoutState } from './checkout-state.ts'
import { forgetIntention, keyFor, unanswered } from './intention.ts'
import { checkoutPayload, type CheckoutPayload, type PayingCard, type Purchase } from './payload.ts'
import { placeOfRefusal, type PurchaseProblem } from './purchase-problem.ts'
import { sendPurchase } from './send-purchase.ts'

export type Phase = 'idle' | 'paying' | 'asking' | 'leaving'

const lostText =
  'We could not learn what became of the payment. Your tickets stay held. Press Pay again when you are connected: it is the same purchase and is charged only once.'

interface Paying {
  cardOf: () => Promise<PayingCard>
  /** The order is placed, and nothing of the form is wanted any more. */
  onBought: () => void
}

/** Paying, from the press to the page that tells how it went. */
export function usePurchase() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const state = useCheckoutState()
  const [isLost, setLost] = useState(false)
  const [problem, setProblem] = useState<PurchaseProblem | null>(null)

  function stop(found: PurchaseProblem | null) {
    setProblem(found)
    setLost(false)
    resetCheckout()
  }

  async function leaveFor(attemptId: string) {
    changeCheckout({ confirmStatus: true })
    // In place of the checkout, to which Back leads nobody any more.
    await navigate({ to: '/checkout/confirm', search: { attempt: attemptId }, replace: true })
    resetCheckout()
  }

  async function follow(attempt: WireAttempt, onBought?: () => void) {
    forgetIntention()
    if (attempt.status === 'confirmed') onBought?.()
    if (attempt.status === 'declined') {
      // First: as it was while this was being paid for, the basket would lead to another payment that waits for its bank.
      await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
      return stop({
        place: 'card',
        text: `${attempt.reason ?? 'The card was declined.'}\nNothing was charged and your tickets are still held.`,
      })
    }
    // Also on the way to the bank: who comes back from there by Back finds the payment, not the form.
    await leaveFor(attempt.attempt_id)
    if (attempt.status === 'requires_action' && attempt.next_action) leaveTo(attempt.next_action.url)
    return undefined
  }

  async function refuse(error: unknown, payload: CheckoutPayload) {
    if (!isJudged(error)) return stop({ place: 'foot', text: lostText })
    forgetIntention()
    const running = runningAttempt(error)
    if (running !== null) return leaveFor(running)
    stop(placeOfRefusal(error, payload))
    // Whatever was wrong with lines or totals, the basket as the server has it now shows the right figures.
    return queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
  }

  async function buy(payload: CheckoutPayload, key: string, onBought?: () => void) {
    changeCheckout({ checkoutStatus: true })
    try {
      await follow(await sendPurchase(payload, key, () => setLost(true)), onBought)
    } catch (error) {
      await refuse(error, payload)
    }
  }

  return {
    phase: phaseOf(state, isLost),
    problem,
    /** What is shown: while it is being bought, as it was when Pay was pressed. */
    listings: state.listings,
    pay: async (purchase: Purchase, { cardOf, onBought }: Paying) => {
      // A double click is one purchase, and so is a press on a page that was left and found again meanwhile.
      if (checkoutState().proceedStatus) return
      setProblem(null)
      changeCheckout({ listings: purchase.holds, proceedStatus: true })
      let card: PayingCard
      try {
        card = await cardOf()
      } catch (error) {
        const text = cardProblemText(error)
        return stop(text === null ? null : { place: 'card', text })
      }
      const payload = checkoutPayload(purchase, card)
      return buy(payload, keyFor(payload), onBought)
    },
    /** After a reload: asks what became of the purchase whose answer this tab never saw. */
    resume: async () => {
      const intention = unanswered()
      if (intention === null || checkoutState().proceedStatus) return
      changeCheckout({ proceedStatus: true })
      setLost(true)
      await buy(intention.payload, intention.key)
    },
  }
}

function phaseOf(state: ReturnType<typeof useCheckoutState>, isLost: boolean): Phase {
  if (state.confirmStatus) return 'leaving'
  if (!state.proceedStatus) return 'idle'
  return isLost ? 'asking' : 'paying'
}

/** The attempt that already pays for these tickets, where the refusal names one. */
function runningAttempt(error: ApiError): string | null {
  const { errors } = error
  if (error.code !== 'checkout.in_progress' || typeof errors !== 'object' || Array.isArray(errors))
    return null
  return typeof errors['attempt_id'] === 'string' ? errors['attempt_id'] : null
}
