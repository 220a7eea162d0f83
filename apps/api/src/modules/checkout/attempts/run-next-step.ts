import { GatewayRejected, type PaymentFailure, type PaymentState } from '#api/modules/payments/index.ts'
import {
  createPayment,
  fetchPayment,
  capturePayment,
  confirmPayment,
  refundPayment,
  cancelPayment,
  isFullyRefunded,
} from './attempt-payment.ts'
import { advanceAttemptBatched } from './advance-attempt.ts'
import type { AttemptFailure, CheckoutAttempt } from './checkout-attempt.ts'
import { advanceAttempt, saveFailure } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { insertPaymentFailure } from '../card-testing/payment-failures.repo.ts'
import { endAttemptWithoutOrder, endAttemptAndReverseOrder, endUnpaidAttempt } from './end-attempt.ts'
import { placeOrderForAttempt } from './place-order-for-attempt.ts'

/** `buy`: the buyer's first request. `resume`: continues after an earlier run, whose calls may have reached the gateway. */
export type ProcessingMode = 'buy' | 'resume'

/**
 * Takes an attempt one step further and returns it, or `undefined` if it is final or waits for the buyer or the bank.
 * Steps can be repeated: gateway calls use keys derived from the attempt id, state changes are conditional, and no
 * network call runs inside a transaction.
 * @throws `GatewayUnavailable` if the outcome is unknown.
 */
export async function runNextStep(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: ProcessingMode,
): Promise<CheckoutAttempt | undefined> {
  switch (attempt.state) {
    case 'created':
      return createPaymentAndStoreId(deps, attempt)
    case 'authorising':
      return applyPaymentState(
        deps,
        attempt,
        mode === 'buy' ? await confirmPayment(deps, attempt) : await fetchOrConfirm(deps, attempt),
      )
    case 'requires_action':
      return applyPaymentState(deps, attempt, await fetchPayment(deps, attempt))
    case 'authorised':
      // To be undone: stored only if no order could be placed. With an order, an authorised payment is `capturing`.
      return voidOrRefund(deps, attempt, mode)
    case 'capturing':
      return capture(deps, attempt, mode)
    default:
      return undefined
  }
}

// Creating the payment and confirming it, which authorises it, are separate calls, so that a crash before the id is stored
// leaves nothing that can be authorised.
async function createPaymentAndStoreId(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
): Promise<CheckoutAttempt> {
  try {
    const gatewayPaymentId = await createPayment(deps, attempt)
    return await advanceAttemptBatched(deps, attempt, 'storePaymentId', { gatewayPaymentId })
  } catch (error) {
    if (!(error instanceof GatewayRejected)) throw error
    deps.logger.warn({ err: error, attemptId: attempt.id }, 'gateway rejected a payment')
    return endUnpaidAttempt(deps, attempt, {
      action: 'decline',
      failure: { code: error.code, message: 'This payment couldn’t be processed. Contact us.' },
    })
  }
}

/**
 * Fetches the payment. If an earlier run stopped before it confirmed the payment, confirms it, but only in the attempt's first
 * minute and while the tickets are held.
 */
async function fetchOrConfirm(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<PaymentState> {
  const payment = await fetchPayment(deps, attempt)
  const isUnconfirmed =
    payment.status === 'requires_confirmation' ||
    (payment.status === 'requires_payment_method' && payment.lastError === null)
  const mayConfirm = isUnconfirmed && attempt.isRecent && !attempt.isHoldExtensionOver
  return mayConfirm ? confirmPayment(deps, attempt) : payment
}

async function applyPaymentState(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  payment: PaymentState,
): Promise<CheckoutAttempt | undefined> {
  switch (payment.status) {
    case 'requires_capture':
    case 'succeeded':
      return placeOrderForAttempt(deps, attempt, payment)
    case 'requires_action':
      if (attempt.isHoldExtensionOver) return cancelAndApplyState(deps, attempt)
      if (attempt.state === 'requires_action') return undefined
      return advanceAttempt(deps.db, attempt, 'requireAction', {
        nextAction: payment.nextAction,
      })
    case 'processing':
      return attempt.state === 'requires_action'
        ? advanceAttempt(deps.db, attempt, 'continueAfterAction')
        : undefined
    case 'requires_payment_method': {
      if (!payment.lastError) return cancelAndApplyState(deps, attempt)
      // A failure at the provider is no sign of a bad card.
      if (payment.lastError.code !== 'processing_error')
        await insertPaymentFailure(deps.db, {
          attemptId: attempt.id,
          accountId: attempt.accountId,
          card: payment.card?.fingerprint ?? attempt.cardToken,
        })
      // Save it first: once the payment is cancelled, the gateway does not return the reason.
      return cancelAndApplyState(
        deps,
        await saveFailure(deps.db, attempt, toAttemptFailure(payment.lastError)),
      )
    }
    case 'requires_confirmation':
      // The process stopped before the confirmation, more than a minute ago.
      return cancelAndApplyState(deps, attempt)
    default:
      // Cancelled: nothing can be charged.
      return attempt.failure
        ? endUnpaidAttempt(deps, attempt, { action: 'decline', failure: attempt.failure })
        : endUnpaidAttempt(deps, attempt, { action: 'cancel' })
  }
}

/** Cancels the payment; its resulting state decides what follows. Stock is freed only after the cancellation. */
async function cancelAndApplyState(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
): Promise<CheckoutAttempt | undefined> {
  const payment = await cancelPayment(deps, attempt)
  // The gateway has not cancelled the payment yet; the next run checks again.
  if (payment.status === 'requires_payment_method' || payment.status === 'requires_action') return undefined
  // Cancelled, or authorised or captured in the meantime.
  return applyPaymentState(deps, attempt, payment)
}

async function voidOrRefund(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: ProcessingMode,
): Promise<CheckoutAttempt | undefined> {
  const payment = (await findOutcomeOfEarlierRun(deps, attempt, mode)) ?? (await cancelPayment(deps, attempt))
  if (payment.status === 'canceled') return endAttemptWithoutOrder(deps, attempt, { wasCaptured: false })
  if (payment.status !== 'succeeded') return undefined
  // The attempt is refunded only once the gateway confirms the refund.
  if (!isFullyRefunded(payment) && !isFullyRefunded(await refundPayment(deps, attempt))) return undefined
  return endAttemptWithoutOrder(deps, attempt, { wasCaptured: true })
}

async function capture(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: ProcessingMode,
): Promise<CheckoutAttempt | undefined> {
  const payment =
    (await findOutcomeOfEarlierRun(deps, attempt, mode)) ?? (await capturePayment(deps, attempt))
  if (payment.status === 'succeeded') return advanceAttemptBatched(deps, attempt, 'recordCapture')
  return payment.status === 'canceled' ? endAttemptAndReverseOrder(deps, attempt) : undefined
}

/**
 * Returns the payment if an earlier run captured or cancelled it, but stopped before it could store the result. Repeating the
 * capture or cancellation would not show this: the gateway replays its first response to an idempotency key, even a failure.
 * In `buy` mode there is no earlier run.
 */
async function findOutcomeOfEarlierRun(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: ProcessingMode,
): Promise<PaymentState | undefined> {
  if (mode === 'buy') return undefined
  const payment = await fetchPayment(deps, attempt)
  return payment.status === 'requires_capture' ? undefined : payment
}

function toAttemptFailure({ code, declineCode, message }: PaymentFailure): AttemptFailure {
  return { code, message, ...(declineCode !== null && { declineCode }) }
}
