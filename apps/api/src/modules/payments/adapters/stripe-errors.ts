import { Stripe } from 'stripe'
import { GatewayRefused, GatewayUnavailable, type GatewayRefusal } from '../payments.port.ts'

const refusals: Readonly<Record<string, GatewayRefusal>> = {
  resource_missing: 'resource_missing',
  payment_intent_unexpected_state: 'unexpected_state',
  setup_intent_unexpected_state: 'unexpected_state',
  charge_already_refunded: 'already_refunded',
  amount_too_large: 'amount_too_large',
}

const { errors } = Stripe

/**
 * What an error of Stripe means to us (wire.md §3.3). Only what Stripe has understood and declined is a refusal; whatever
 * leaves open what happened, and all that is wrong with our own key or pace, is {@link GatewayUnavailable}: the attempt then
 * stays as it is and is looked at again. The words of an error are for the log, never for the buyer.
 */
export function gatewayError(error: unknown): Error {
  if (error instanceof errors.StripeIdempotencyError)
    return new GatewayRefused('idempotency_mismatch', error.message, { cause: error })
  if (error instanceof errors.StripeInvalidRequestError) return refusalOf(error)
  if (error instanceof errors.StripeCardError)
    return new GatewayRefused('invalid_request', error.message, {
      param: error.param ?? null,
      cause: error,
    })
  if (error instanceof errors.StripeError)
    return new GatewayUnavailable(`Stripe did not answer the question (${error.type})`, { cause: error })
  return error instanceof Error ? error : new GatewayUnavailable('Stripe gave no answer', { cause: error })
}

function refusalOf(error: InstanceType<typeof errors.StripeInvalidRequestError>): GatewayRefused {
  const param = error.param ?? null
  const options = { param, cause: error }
  const known = error.code === undefined ? undefined : refusals[error.code]
  if (known) return new GatewayRefused(known, error.message, options)
  // Refunds are refused without a code: too much of them by the amount, all of them by what was never paid.
  if (error.code === undefined && param === 'amount')
    return new GatewayRefused('amount_too_large', error.message, options)
  if (error.code === undefined && param === 'payment_intent')
    return new GatewayRefused('unexpected_state', error.message, options)
  return new GatewayRefused('invalid_request', error.message, options)
}
