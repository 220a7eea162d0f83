import { GatewayRefused, type PaymentFailure, type PaymentState } from '../payments/index.ts'
import {
  announcePayment,
  askPayment,
  capturePayment,
  confirmPayment,
  refundPayment,
  voidPayment,
} from './attempt-payment.ts'
import type { AttemptFailure, CheckoutAttempt } from './checkout-attempt.ts'
import { advance, keepFailure } from './checkout-attempts.repo.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { endRefunded, endUndone, endUnpaid } from './end-attempt.ts'
import { placeOrderOfAttempt } from './place-order-of-attempt.ts'

/** `buy`: the buyer is waiting and the card may be charged. `recover`: only what has begun is brought to its end. */
export type DriveMode = 'buy' | 'recover'

/**
 * Brings an attempt one step on and answers it as it is then, or undefined where it rests: settled, or waiting for the
 * buyer or the bank. No step is a network call inside a transaction, and each may be repeated: calls carry keys made from
 * the attempt's id, and every change of state is conditional. Throws `GatewayUnavailable` where nobody knows.
 */
export async function stepAttempt(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: DriveMode,
): Promise<CheckoutAttempt | undefined> {
  switch (attempt.state) {
    case 'created':
      return createIntent(deps, attempt)
    case 'authorising':
      return follow(
        deps,
        attempt,
        mode === 'buy' ? await confirmPayment(deps, attempt) : await askPayment(deps, attempt),
      )
    case 'requires_action':
      return follow(deps, attempt, await askPayment(deps, attempt))
    case 'authorised':
      return attempt.failure ? giveMoneyBack(deps, attempt, mode) : placeOrderOfAttempt(deps, attempt, null)
    case 'capturing':
      return capture(deps, attempt, mode)
    default:
      return undefined
  }
}

// Never confirmed in the same call: a crash before the id is stored must leave nothing that could ever be charged.
async function createIntent(deps: CheckoutDeps, attempt: CheckoutAttempt): Promise<CheckoutAttempt> {
  try {
    const intentId = await announcePayment(deps, attempt)
    return await advance(deps.db, attempt, 'storeIntent', { intentId })
  } catch (error) {
    if (!(error instanceof GatewayRefused)) throw error
    deps.logger.warn({ err: error, attemptId: attempt.id }, 'the gateway refuses a payment')
    return endUnpaid(deps, attempt, {
      action: 'decline',
      failure: { code: error.code, message: 'This payment cannot be taken. Please contact us.' },
    })
  }
}

/** What the gateway says of the payment decides what the attempt becomes. */
async function follow(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  payment: PaymentState,
): Promise<CheckoutAttempt | undefined> {
  switch (payment.status) {
    case 'requires_capture':
    case 'succeeded':
      return placeOrderOfAttempt(deps, attempt, payment.card)
    case 'requires_action':
      if (attempt.isLeaseOver) return cancelIntent(deps, attempt)
      if (attempt.state === 'requires_action') return undefined
      return advance(deps.db, attempt, 'requireAction', { nextAction: payment.nextAction })
    case 'processing':
      return attempt.state === 'requires_action' ? advance(deps.db, attempt, 'resume') : undefined
    case 'requires_payment_method': {
      if (!payment.lastError) return cancelIntent(deps, attempt)
      // Kept first: once the intent is canceled, the gateway's answer no longer tells why.
      return cancelIntent(deps, await keepFailure(deps.db, attempt, toFailure(payment.lastError)))
    }
    case 'requires_confirmation':
      return cancelIntent(deps, attempt)
    default:
      // Canceled: nothing can be charged any more.
      return attempt.failure
        ? endUnpaid(deps, attempt, { action: 'decline', failure: attempt.failure })
        : endUnpaid(deps, attempt, { action: 'cancel' })
  }
}

/** Makes sure that nothing can be charged any more, then frees the stock: never the other way round. */
async function cancelIntent(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
): Promise<CheckoutAttempt | undefined> {
  const payment = await voidPayment(deps, attempt)
  // Authorised or captured meanwhile: then it is followed as that, or rests until the gateway knows.
  return payment.status === 'requires_payment_method' || payment.status === 'requires_action'
    ? undefined
    : follow(deps, attempt, payment)
}

async function giveMoneyBack(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: DriveMode,
): Promise<CheckoutAttempt | undefined> {
  const payment = (await stateIfMoved(deps, attempt, mode)) ?? (await voidPayment(deps, attempt))
  if (payment.status === 'canceled') return endRefunded(deps, attempt, { wasCaptured: false })
  if (payment.status !== 'succeeded') return undefined
  // The buyer is told that the money is theirs once the gateway says so, and not because it was asked for.
  if (!isGivenBack(payment) && !isGivenBack(await refundPayment(deps, attempt))) return undefined
  return endRefunded(deps, attempt, { wasCaptured: true })
}

const isGivenBack = ({ amount, amountRefunded }: PaymentState) => amountRefunded.minor >= amount.minor

async function capture(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: DriveMode,
): Promise<CheckoutAttempt | undefined> {
  const payment = (await stateIfMoved(deps, attempt, mode)) ?? (await capturePayment(deps, attempt))
  if (payment.status === 'succeeded') return advance(deps.db, attempt, 'confirm')
  return payment.status === 'canceled' ? endUndone(deps, attempt) : undefined
}

/**
 * The payment, where it is not set apart any more. Whoever recovers asks for that first: a gateway repeats for a key what it
 * answered before, a failure too, and would hide for as long as it keeps the key what has become of the money.
 */
async function stateIfMoved(
  deps: CheckoutDeps,
  attempt: CheckoutAttempt,
  mode: DriveMode,
): Promise<PaymentState | undefined> {
  if (mode === 'buy') return undefined
  const payment = await askPayment(deps, attempt)
  return payment.status === 'requires_capture' ? undefined : payment
}

function toFailure({ code, declineCode, message }: PaymentFailure): AttemptFailure {
  return { code, message, ...(declineCode !== null && { declineCode }) }
}
