import { composeOrder, encryptLineAttendees } from '#api/modules/orders/index.ts'
import { notifyStockChanged, type HoldDetails } from '#api/modules/holds/index.ts'
import type { PaymentState } from '#api/modules/payments/index.ts'
import type { OrderToPlace } from '../calls/order-to-place.ts'
import type { OrderFacts } from '../order-facts.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { decryptAttendeesOf } from '../attendees/encrypted-attendees.ts'
import { gatewayPaymentIdOf, type CheckoutAttempt } from './checkout-attempt.ts'

/**
 * Places the order, in one database call with orders of other buyers that arrive at the same time, or returns `undefined`
 * if that needs a decision under locks: a hold has expired, or something changed since it was read.
 */
export async function placeOrderWithOthers(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  card: PaymentState['card'],
): Promise<CheckoutAttempt | undefined> {
  const order = await deps.checkoutCalls.placeOrder({
    attemptId: attempt.id,
    quoteId: attempt.quoteId,
    listingIds: attempt.listingIds,
    knownFacts: attempt.knownFacts,
    compose: (facts) => compose(deps, { attempt, card, facts }),
  })
  if (!order) return undefined
  notifyStockChanged(deps, order.facts.holds)
  return { ...attempt, state: 'capturing', hasAttendees: false, placedOrder: order.placed.order }
}

function compose(
  deps: CheckoutDeps,
  { attempt, card, facts }: { attempt: CheckoutAttempt; card: PaymentState['card']; facts: OrderFacts },
): OrderToPlace {
  const { holds, quote } = facts
  const placed = composeOrder(deps, orderOfAttempt(deps, attempt, { card, quote, holds }), {
    number: '',
    ...facts,
  })
  const attendees = decryptAttendeesOf(deps.fieldCipher, attempt.id, facts.attendees)
  const encrypted = placed.order.lines.flatMap(({ id, holdId }): [string, Buffer][] => {
    const details = attendees.get(holdId)
    return details ? [[id, encryptLineAttendees(deps.fieldCipher, { id, attendees: details })]] : []
  })
  return {
    attemptId: attempt.id,
    from: attempt.state,
    placed: { ...placed, attendees: new Map(encrypted) },
    facts,
  }
}

/** What an order takes from its attempt. */
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
