import { Stripe } from 'stripe'
import type { PaymentGateway, PaymentRefund, PaymentState } from '../payments.port.ts'
import { callStripe } from './stripe-client.ts'
import { gatewayError } from './stripe-errors.ts'
import { expandedFields, paymentMethodParams, toMoney, toPaymentState } from './stripe-state.ts'

export interface StripeGatewayOptions {
  stripe: Stripe
  /** Origin the bank's page returns the buyer to, such as `https://tickets.example.com`. */
  siteOrigin: string
}

/**
 * Payment gateway of Stripe. Idempotency keys come from the attempt, so that retries by the client and
 * by us are one call.
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
            // Replaces `payment_method_types` since API version 2026-10-28.
            allowed_payment_method_types: ['card'],
            description,
            metadata,
            ...(customerId !== undefined && { customer: customerId }),
            ...(savesCard && { setup_future_usage: 'off_session' }),
            expand: expandedFields,
          },
          { idempotencyKey },
        ),
      ),
    confirmPayment: ({ gatewayPaymentId, paymentMethod, returnUrl, idempotencyKey }) =>
      stateAfter(
        paymentIntents.confirm(
          gatewayPaymentId,
          {
            ...paymentMethodParams(paymentMethod),
            return_url: new URL(returnUrl, siteOrigin).href,
            expand: expandedFields,
          },
          { idempotencyKey },
        ),
      ),
    retrievePayment: (gatewayPaymentId) =>
      stateAfter(paymentIntents.retrieve(gatewayPaymentId, { expand: expandedFields })),
    capturePayment: ({ gatewayPaymentId, idempotencyKey }) =>
      stateAfter(paymentIntents.capture(gatewayPaymentId, { expand: expandedFields }, { idempotencyKey })),
    cancelPayment: ({ gatewayPaymentId, idempotencyKey }) =>
      stateAfter(paymentIntents.cancel(gatewayPaymentId, { expand: expandedFields }, { idempotencyKey })),
    async refundPayment({ gatewayPaymentId, amount, metadata, idempotencyKey }) {
      const refund = await callStripe(
        stripe.refunds.create(
          {
            payment_intent: gatewayPaymentId,
            ...(amount && { amount: amount.minor }),
            ...(metadata && { metadata }),
          },
          { idempotencyKey },
        ),
      )
      return toRefund(refund)
    },
    retrieveRefund: async (refundId) => toRefund(await callStripe(stripe.refunds.retrieve(refundId))),
    async listRefunds(gatewayPaymentId) {
      const all = stripe.refunds.list({ payment_intent: gatewayPaymentId, limit: 100 })
      return (await callStripe(all.autoPagingToArray({ limit: 10_000 }))).map(toRefund)
    },
    async listPaymentsSince(createdSince) {
      const all = paymentIntents.list({
        created: secondsOf(createdSince),
        limit: 100,
        expand: expandedFields.map((field) => `data.${field}`),
      })
      const found = await callStripe(Array.fromAsync(all))
      return found.map((intent) => ({ ...toPaymentState(intent), metadata: intent.metadata }))
    },
    async listRefundsSince(createdSince) {
      const all = stripe.refunds.list({ created: secondsOf(createdSince), limit: 100 })
      const found = await callStripe(Array.fromAsync(all))
      return found.flatMap((refund) => {
        const { payment_intent: payment } = refund
        // Refunds of charges without an intent are not ours.
        if (payment === null) return []
        const gatewayPaymentId = typeof payment === 'string' ? payment : payment.id
        return { ...toRefund(refund), gatewayPaymentId }
      })
    },
  }
}

const secondsOf = (since: Date) => ({ gte: Math.floor(since.getTime() / 1000) })

const refundStates: Readonly<Record<string, PaymentRefund['status']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

/** Refunds without a final state are pending. */
function toRefund({ id, status, amount, currency, metadata }: Stripe.Refund): PaymentRefund {
  return {
    refundId: id,
    status: refundStates[status ?? ''] ?? 'pending',
    amount: toMoney(amount, currency),
    metadata: metadata ?? {},
  }
}

/** A declined card is a result: Stripe sends the intent in the error. */
async function stateAfter(call: Promise<Stripe.PaymentIntent>): Promise<PaymentState> {
  try {
    return toPaymentState(await call)
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError && error.payment_intent)
      return toPaymentState(error.payment_intent)
    throw gatewayError(error)
  }
}
