import type { AttemptState } from '@terrace/domain/checkout-lifecycle'
import type { Money } from '@terrace/domain/money'

/** Why an attempt came to nothing, in words for the buyer. */
export interface AttemptFailure {
  code: string
  declineCode?: string
  message: string
}

/** One attempt to pay for held tickets; its life is drawn in packages/domain/checkout-lifecycle.ts. */
export interface CheckoutAttempt {
  id: string
  teamId: string
  accountId: string
  state: AttemptState
  /** The gateway's name of the payment; null until it is stored, and before that nothing is confirmed. */
  intentId: string | null
  cardToken: string
  /** Whose saved card pays, or is to be saved; the gateway's name of the customer. */
  customerId: string | null
  savesCard: boolean
  nextAction: { type: 'redirect_to_url'; url: string } | null
  failure: AttemptFailure | null
  amount: Money
  email: string
  phone: string
  /** The quote that the purchase comes from. */
  quoteId: string | null
  /** Until then its holds cannot lapse. */
  leaseUntil: Date
  /** Whether that time has run out, by the database's clock. */
  isLeaseOver: boolean
  /** Whether it was told who attends, for any of its tickets. */
  hasAttendees: boolean
}

/** The gateway's name of the payment, from the step on that stores it. */
export function intentOf({ id, intentId }: CheckoutAttempt): string {
  if (intentId === null) throw new Error(`the attempt ${id} has no intent`)
  return intentId
}
