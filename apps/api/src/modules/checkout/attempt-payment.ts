import { GatewayRefused, unknownCard, type PaymentState } from '../payments/index.ts'
import { intentOf, type CheckoutAttempt } from './checkout-attempt.ts'
import type { CheckoutDeps } from './checkout-deps.ts'

/*
 * What is said to the gateway about an attempt's payment, each call under a key made from the attempt's id: it may be repeated,
 * and happens once. They answer how the payment then stands; `GatewayUnavailable` where nobody knows.
 */

/** Where the bank's question sends the buyer back to. */
const returnPath = (attemptId: string) => `/checkout/confirm?attempt=${attemptId}`

/** Announces the payment, of which nothing can be charged yet; answers the gateway's name of it. */
export async function announcePayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<string> {
  const { intentId } = await deps.gateway.createPayment({
    amount: attempt.amount,
    idempotencyKey: `${attempt.id}:create`,
    description: `Tickets ${attempt.id}`,
    metadata: { attempt_id: attempt.id },
    ...(attempt.customerId !== null && { customerId: attempt.customerId }),
    savesCard: attempt.savesCard,
  })
  return intentId
}

/** Sets the money apart, or asks the buyer's bank. */
export async function confirmPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  try {
    return await deps.gateway.confirmPayment({
      intentId: intentOf(attempt),
      paymentMethod: attempt.cardToken,
      returnUrl: returnPath(attempt.id),
      idempotencyKey: `${attempt.id}:confirm`,
    })
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    const payment = await askPayment(deps, attempt)
    // Not the payment's state is at fault but the card's name: nobody can pay with that.
    return payment.status === 'requires_payment_method' && error.param === 'payment_method'
      ? { ...payment, lastError: unknownCard(error.code) }
      : payment
  }
}

export function askPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  return deps.gateway.retrievePayment(intentOf(attempt))
}

/** Takes the money that is set apart. */
export function capturePayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  return orState(deps, attempt, () =>
    deps.gateway.capturePayment({ intentId: intentOf(attempt), idempotencyKey: `${attempt.id}:capture` }),
  )
}

/** Gives free what is set apart, or ends the question. */
export function voidPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  return orState(deps, attempt, () =>
    deps.gateway.cancelPayment({ intentId: intentOf(attempt), idempotencyKey: `${attempt.id}:cancel` }),
  )
}

/**
 * Asks for all of it to be given back; answers the payment as it then is, since a bank may refuse that. By the attempt's id a
 * refund of a purchase without an order is known.
 */
export async function refundPayment(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  await deps.gateway.refundPayment({
    intentId: intentOf(attempt),
    metadata: { attempt_id: attempt.id },
    idempotencyKey: `${attempt.id}:refund`,
  })
  return askPayment(deps, attempt)
}

/** The answer of the call, or the payment as it is where the gateway says that it is past this call. */
async function orState(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  call: () => Promise<PaymentState>,
): Promise<PaymentState> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GatewayRefused) || error.code !== 'unexpected_state') throw error
    return askPayment(deps, attempt)
  }
}
