import { GatewayRejected, unknownCard, type PaymentState } from '#api/modules/payments/index.ts'
import { gatewayPaymentIdOf, type CheckoutAttempt } from './checkout-attempt.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'

/*
 * Gateway calls for an attempt's payment. Each uses an idempotency key derived from the attempt id, so that it can be
 * repeated safely, and returns the resulting payment state. `GatewayUnavailable` means that the outcome is unknown.
 */

/** Page the bank returns the buyer to after a challenge. */
const returnPath = (attemptId: string) => `/checkout/confirm?attempt=${attemptId}`

/** Creates an unconfirmed payment, which reserves no money yet, and returns its id at the gateway. */
export async function createPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<string> {
  const { gatewayPaymentId } = await deps.gateway.createPayment({
    amount: attempt.amount,
    idempotencyKey: `${attempt.id}:create`,
    description: `Tickets ${attempt.id}`,
    metadata: { attempt_id: attempt.id },
    ...(attempt.customerId !== null && { customerId: attempt.customerId }),
    savesCard: attempt.savesCard,
  })
  return gatewayPaymentId
}

/** Authorises the amount, which the gateway calls confirming the payment, or requests a bank challenge. */
export async function confirmPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  try {
    return await deps.gateway.confirmPayment({
      gatewayPaymentId: gatewayPaymentIdOf(attempt),
      paymentMethod: attempt.cardToken,
      returnUrl: returnPath(attempt.id),
      idempotencyKey: `${attempt.id}:confirm`,
    })
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error
    const payment = await fetchPayment(deps, attempt)
    // The card token is invalid, not the payment state: report a failed card.
    return payment.status === 'requires_payment_method' && error.param === 'payment_method'
      ? { ...payment, lastError: unknownCard(error.code) }
      : payment
  }
}

export function fetchPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  return deps.gateway.retrievePayment(gatewayPaymentIdOf(attempt))
}

export function capturePayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  return callOrFetchPayment(deps, attempt, () =>
    deps.gateway.capturePayment({
      gatewayPaymentId: gatewayPaymentIdOf(attempt),
      idempotencyKey: `${attempt.id}:capture`,
    }),
  )
}

/** Cancels the uncaptured payment: voids its authorisation or ends the open bank challenge. */
export function cancelPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  return callOrFetchPayment(deps, attempt, () =>
    deps.gateway.cancelPayment({
      gatewayPaymentId: gatewayPaymentIdOf(attempt),
      idempotencyKey: `${attempt.id}:cancel`,
    }),
  )
}

/**
 * Requests a full refund and returns the resulting payment, since a bank may reject it. The attempt id in the
 * metadata identifies a refund without an order.
 */
export async function refundPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  await deps.gateway.refundPayment({
    gatewayPaymentId: gatewayPaymentIdOf(attempt),
    metadata: { attempt_id: attempt.id },
    idempotencyKey: `${attempt.id}:refund`,
  })
  return fetchPayment(deps, attempt)
}

export const isFullyRefunded = ({ amount, amountRefunded }: PaymentState): boolean =>
  amountRefunded.minor >= amount.minor

/**
 * Returns the result of the call, or fetches the payment if the gateway rejects the call because of the payment's
 * state.
 */
async function callOrFetchPayment(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  call: () => Promise<PaymentState>,
): Promise<PaymentState> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GatewayRejected) || error.code !== 'unexpected_state') throw error
    return fetchPayment(deps, attempt)
  }
}
