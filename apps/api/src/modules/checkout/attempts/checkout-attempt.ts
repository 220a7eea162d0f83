import type { AttemptState } from '@terrace/domain/lifecycles/attempt-lifecycle'
import type { Money } from '@terrace/domain/money/money'
import type { Traceparent } from '#api/tracing/tracer.port.ts'
import type { Order } from '#api/modules/orders/index.ts'
import type { OrderInputs } from '../order-inputs.ts'

/** Why an attempt failed, with a message for the buyer. */
export interface AttemptFailure {
  code: string
  declineCode?: string
  message: string
}

/** One attempt to pay for held tickets. States: `packages/domain/src/lifecycles/attempt-lifecycle.ts`. */
export interface CheckoutAttempt {
  id: string
  teamId: string
  accountId: string
  state: AttemptState
  /** `null` until the gateway has created the payment; nothing is confirmed before that. */
  gatewayPaymentId: string | null
  cardToken: string
  /** Gateway customer id of the team whose saved card pays or whose new card is saved. */
  customerId: string | null
  savesCard: boolean
  nextAction: { type: 'redirect_to_url'; url: string } | null
  failure: AttemptFailure | null
  amount: Money
  email: string
  phone: string
  quoteId: string | null
  reference: string | null
  internalNote: string | null
  client: { id: string | null; name: string } | null
  /** While the payment runs, its holds do not expire before this time. */
  holdsExtendedUntil: Date
  /** Whether `holdsExtendedUntil` has passed on the database clock. */
  isHoldExtensionOver: boolean
  /** Whether it started within the last minute on the database clock, so that its buyer probably waits for the outcome. */
  isRecent: boolean
  /** Whether attendee details are stored for any of its tickets. */
  hasAttendees: boolean
  listingIds: readonly string[]
  /** Of the buyer's request, if it is recorded. */
  traceparent: Traceparent | null
  /**
   * What the order is composed of, as this process read it when it started the attempt; saves a query. The call that places
   * the order compares it with the database, and reads it again if it is outdated. Not set if another process started the
   * attempt, and never for a quote, whose title is not read at the start.
   */
  orderInputsReadAtStart?: OrderInputs
  /** The order, if this process has just placed it. */
  placedOrder?: Order
}

/** Returns the payment's id at the gateway, for an attempt past `created`. */
export function gatewayPaymentIdOf({ id, gatewayPaymentId }: CheckoutAttempt): string {
  if (gatewayPaymentId === null) throw new Error(`attempt ${id} has no payment`)
  return gatewayPaymentId
}
