import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { WireAttempt } from '@terrace/contracts/checkout'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { useRef, useState } from 'react'
import { CardProblem, type CardToken } from '#web/features/payments/card-messages.ts'
import { errorText, type ApiError } from '#web/lib/api-error.ts'
import { leaveTo } from '#web/lib/navigation.ts'
import { forgetIntention, keyFor, unanswered } from './intention.ts'
import { checkoutPayload, type CheckoutPayload, type Contact } from './payload.ts'
import { isJudged, sendPurchase } from './send-purchase.ts'

export type Phase = 'idle' | 'paying' | 'asking' | 'leaving'

export interface PurchaseProblem {
  /** Where it is said: at the card, at the contact fields, or at the button. */
  place: 'card' | 'contact' | 'foot'
  text: string
  fields?: Record<string, string>
}

const lostText =
  'We could not learn what became of the payment. Your tickets stay held. Press Pay again when you are connected: it is the same purchase and is charged only once.'

/** Paying, from the press to the page that tells how it went. */
export function usePurchase() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [phase, setPhase] = useState<Phase>('idle')
  const [problem, setProblem] = useState<PurchaseProblem | null>(null)
  const isRunning = useRef(false)

  function stop(found: PurchaseProblem | null) {
    setProblem(found)
    setPhase('idle')
  }

  async function follow(attempt: WireAttempt) {
    if (attempt.status === 'declined') {
      forgetIntention()
      stop({
        place: 'card',
        text: `${attempt.reason ?? 'The card was declined.'}\nNothing was charged and your tickets are still held.`,
      })
      await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
      return
    }
    forgetIntention()
    setPhase('leaving')
    if (attempt.status === 'requires_action' && attempt.next_action) leaveTo(attempt.next_action.url)
    else await navigate({ to: '/checkout/confirm', search: { attempt: attempt.attempt_id } })
  }

  async function refuse(error: unknown) {
    if (!isJudged(error)) return stop({ place: 'foot', text: lostText })
    forgetIntention()
    const running = runningAttempt(error)
    if (running !== null) {
      setPhase('leaving')
      return navigate({ to: '/checkout/confirm', search: { attempt: running } })
    }
    const { email_address, contact_number } = error.fieldErrors
    if (email_address !== undefined || contact_number !== undefined) {
      return stop({ place: 'contact', text: errorText(error), fields: error.fieldErrors })
    }
    // Whatever was wrong with lines or totals, the basket as the server has it now shows the right figures.
    await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
    const isTotals = error.code === 'checkout.totals_differ'
    return stop({
      place: error.code === 'checkout.card_missing' ? 'card' : 'foot',
      text: isTotals
        ? 'The total has changed and nothing was charged. The figures here are right now: please check them and pay again.'
        : errorText(error),
    })
  }

  async function buy(payload: CheckoutPayload, key: string) {
    try {
      await follow(await sendPurchase(payload, key, () => setPhase('asking')))
    } catch (error) {
      await refuse(error)
    }
  }

  async function run(action: () => Promise<void>) {
    // A double click is one purchase.
    if (isRunning.current) return
    isRunning.current = true
    try {
      await action()
    } finally {
      isRunning.current = false
    }
  }

  return {
    phase,
    problem,
    pay: (holds: readonly WireHold[], contact: Contact, tokenise: () => Promise<CardToken>) =>
      run(async () => {
        setProblem(null)
        setPhase('paying')
        let card: CardToken
        try {
          card = await tokenise()
        } catch (error) {
          return stop({
            place: 'card',
            text: error instanceof CardProblem ? error.message : errorText(error),
          })
        }
        const payload = checkoutPayload(holds, contact, card.token)
        return buy(payload, keyFor(payload))
      }),
    /** After a reload: asks what became of the purchase whose answer this tab never saw. */
    resume: () =>
      run(async () => {
        const intention = unanswered()
        if (intention === null) return
        setPhase('asking')
        await buy(intention.payload, intention.key)
      }),
  }
}

/** The attempt that already pays for these tickets, where the refusal names one. */
function runningAttempt(error: ApiError): string | null {
  const { errors } = error
  if (error.code !== 'checkout.in_progress' || typeof errors !== 'object' || Array.isArray(errors))
    return null
  return typeof errors['attempt_id'] === 'string' ? errors['attempt_id'] : null
}
