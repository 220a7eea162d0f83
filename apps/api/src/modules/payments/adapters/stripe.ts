import { Stripe } from 'stripe'
import type { PaymentGateway, PaymentRefund, PaymentState } from '../payments.port.ts'
import { asked } from './stripe-client.ts'
import { gatewayError } from './stripe-errors.ts'
import { expanded, meansOfPayment, toMoney, toPaymentState } from './stripe-state.ts'

export interface StripeGatewayOptions {
  stripe: Stripe
  /** The site to which the bank's page sends the buyer back, such as `https://tickets.example.com`. */
  siteOrigin: string
}

/**
 * Payments by Stripe (wire.md §3). Every change carries our own idempotency key, made from the attempt, so that the client's
 * repeats and ours are one call.
 */
export function createStripeGateway({ stripe, siteOrigin }: StripeGatewayOptions): PaymentGateway {
  const { paymentIntents } = stripe
  return {
    name: 'stripe',
    createPayment: ({ amount, description, metadata, customerId, savesCard, idempotencyKey }) =>
      stateAfter(
        paymentIntents.create(
          {
            amount: amount.minor,
            currency: amount.currency.toLowerCase(),
            capture_method: 'manual',
            // Since Stripe's version 2026-10-28 this, and no longer `payment_method_types`.
            allowed_payment_method_types: ['card'],
            description,
            metadata,
            ...(customerId !== undefined && { customer: customerId }),
            ...(savesCard && { setup_future_usage: 'off_session' }),
            expand: expanded,
          },
          { idempotencyKey },
        ),
      ),
    confirmPayment: ({ intentId, paymentMethod, returnUrl, idempotencyKey }) =>
      stateAfter(
        paymentIntents.confirm(
          intentId,
          {
            ...meansOfPayment(paymentMethod),
            return_url: new URL(returnUrl, siteOrigin).href,
            expand: expanded,
          },
          { idempotencyKey },
        ),
      ),
    retrievePayment: (intentId) => stateAfter(paymentIntents.retrieve(intentId, { expand: expanded })),
    capturePayment: ({ intentId, idempotencyKey }) =>
      stateAfter(paymentIntents.capture(intentId, { expand: expanded }, { idempotencyKey })),
    cancelPayment: ({ intentId, idempotencyKey }) =>
      stateAfter(paymentIntents.cancel(intentId, { expand: expanded }, { idempotencyKey })),
    async refundPayment({ intentId, amount, metadata, idempotencyKey }) {
      const refund = await asked(
        stripe.refunds.create(
          {
            payment_intent: intentId,
            ...(amount && { amount: amount.minor }),
            ...(metadata && { metadata }),
          },
          { idempotencyKey },
        ),
      )
      return toRefund(refund)
    },
    retrieveRefund: async (refundId) => toRefund(await asked(stripe.refunds.retrieve(refundId))),
    async listRefunds(intentId) {
      const all = stripe.refunds.list({ payment_intent: intentId, limit: 100 })
      return (await asked(all.autoPagingToArray({ limit: 10_000 }))).map(toRefund)
    },
  }
}

const refundStates: Readonly<Record<string, PaymentRefund['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** What has not ended is pending, whatever it waits for. */
function toRefund({ id, status, amount, currency, metadata }: Stripe.Refund): PaymentRefund {
  return {
    refundId: id,
    status: refundStates[status ?? ''] ?? 'pending',
    amount: toMoney(amount, currency),
    metadata: metadata ?? {},
  }
}

/** A declined card is an answer: Stripe then sends the intent within the error. */
async function stateAfter(call: Promise<Stripe.PaymentIntent>): Promise<PaymentState> {
  try {
    return toPaymentState(await call)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return toPaymentState(error.payment_intent)
    throw gatewayError(error)
  }
}
