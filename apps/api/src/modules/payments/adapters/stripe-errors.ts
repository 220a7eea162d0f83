import { Stripe } from 'stripe'
import { GatewayRejected, GatewayUnavailable, type GatewayErrorCode } from '../payments.port.ts'

const errorCodes: Readonly<Record<string, GatewayErrorCode>> = {
  resource_missing: 'resource_missing',
  payment_intent_unexpected_state: 'unexpected_state',
  setup_intent_unexpected_state: 'unexpected_state',
  charge_already_refunded: 'already_refunded',
  amount_too_large: 'amount_too_large',
}

const { errors } = Stripe

/**
 * Translates Stripe's errors. Only requests that Stripe understood and declined are rejections.
 * Unknown outcomes, and problems with our key or rate, are {@link GatewayUnavailable}: the attempt stays as it is and
 * is retried. Error messages are for the log, never for the buyer.
 */
export function gatewayError(error: unknown): Error {
  if (error instanceof errors.StripeIdempotencyError)
    return new GatewayRejected('idempotency_mismatch', error.message, { cause: error })
  if (error instanceof errors.StripeInvalidRequestError) return toRejection(error)
  if (error instanceof errors.StripeCardError)
    return new GatewayRejected('invalid_request', error.message, {
      param: error.param ?? null,
      cause: error,
    })
  if (error instanceof errors.StripeError)
    return new GatewayUnavailable(`no result from Stripe (${error.type})`, { cause: error })
  return error instanceof Error ? error : new GatewayUnavailable('no response from Stripe', { cause: error })
}

function toRejection(error: InstanceType<typeof errors.StripeInvalidRequestError>): GatewayRejected {
  const param = error.param ?? null
  const options = { param, cause: error }
  const code = error.code === undefined ? undefined : errorCodes[error.code]
  if (code) return new GatewayRejected(code, error.message, options)
  // Refund errors have no code: too large an amount names `amount`, an uncaptured payment names `payment_intent`.
  if (error.code === undefined && param === 'amount')
    return new GatewayRejected('amount_too_large', error.message, options)
  if (error.code === undefined && param === 'payment_intent')
    return new GatewayRejected('unexpected_state', error.message, options)
  return new GatewayRejected('invalid_request', error.message, options)
}
