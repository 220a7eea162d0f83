import { composeOrder, encryptLineAttendees } from '#api/modules/orders/index.ts'
import { activeSpan, runInSpan } from '#api/tracing/active-span.ts'
import { notifyStockChanged, type HoldDetails } from '#api/modules/holds/index.ts'
import type { PaymentState } from '#api/modules/payments/index.ts'
import type { OrderToPlace } from '../batched-calls/order-to-place.ts'
import type { OrderInputs } from '../order-inputs.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { decryptAttendeesOf } from '../attendees/encrypted-attendees.ts'
import { gatewayPaymentIdOf, type CheckoutAttempt } from './checkout-attempt.ts'

/**
 * Places the order in one database call together with orders of other buyers that arrive at the same time. Returns
 * `undefined` without placing it if a hold has expired or something has changed since it was read; the caller then locks
 * the rows and places the order on its own.
 */
export async function placeOrderBatched(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  card: PaymentState['card'],
): Promise<CheckoutAttempt | undefined> {
  // Several buyers share the call. Composing in this buyer's span makes the order's events part of this buyer's trace.
  const span = activeSpan()
  const order = await deps.batchedCheckoutCalls.tryPlaceOrder({
    attemptId: attempt.id,
    quoteId: attempt.quoteId,
    listingIds: attempt.listingIds,
    orderInputsReadAtStart: attempt.orderInputsReadAtStart,
    compose: (inputs) => runInSpan(span, () => compose(deps, { attempt, card, inputs })),
  })
  if (!order) return undefined
  notifyStockChanged(deps, order.inputs.holds)
  // The call moved the attendee details to the order lines.
  return { ...attempt, state: 'capturing', hasAttendees: false, placedOrder: order.newOrder.order }
}

function compose(
  deps: CheckoutDeps,
  { attempt, card, inputs }: { attempt: CheckoutAttempt; card: PaymentState['card']; inputs: OrderInputs },
): OrderToPlace {
  const { holds, quote } = inputs
  const newOrder = composeOrder(deps, orderOfAttempt(deps, attempt, { card, quote, holds }), {
    // `place_orders` numbers the order.
    number: '',
    ...inputs,
  })
  const attendees = decryptAttendeesOf(deps.fieldCipher, attempt.id, inputs.attendees)
  const encrypted = newOrder.order.lines.flatMap(({ id, holdId }): [string, Buffer][] => {
    const details = attendees.get(holdId)
    return details ? [[id, encryptLineAttendees(deps.fieldCipher, { id, attendees: details })]] : []
  })
  return {
    attemptId: attempt.id,
    from: attempt.state,
    newOrder: { ...newOrder, attendees: new Map(encrypted) },
    inputs,
  }
}

/** The data of an order that come from its attempt. */
export function orderOfAttempt(
  { gateway }: Pick<CheckoutDeps, 'gateway'>,
  attempt: CheckoutAttempt,
  {
    card,
    quote,
    holds,
  }: {
    card: PaymentState['card']
    quote: { id: string; title: string } | null
    holds: readonly HoldDetails[]
  },
) {
  return {
    teamId: attempt.teamId,
    accountId: attempt.accountId,
    attemptId: attempt.id,
    email: attempt.email,
    phone: attempt.phone,
    card,
    payment: { gateway: gateway.name, gatewayPaymentId: gatewayPaymentIdOf(attempt) },
    quote,
    reference: attempt.reference,
    internalNote: attempt.internalNote,
    client: attempt.client,
    holds: holds.map(({ id, ...hold }) => ({ holdId: id, ...hold })),
  }
}
