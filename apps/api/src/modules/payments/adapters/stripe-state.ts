import { money, type Money } from '@terrace/domain/money/money'
import type { Stripe } from 'stripe'
import {
  GatewayUnavailable,
  type PaymentCard,
  type PaymentFailure,
  type PaymentState,
} from '../payments.port.ts'

/** Converts a payment intent fetched with {@link expandedFields}, which include card and refunds. */
export function toPaymentState(intent: Stripe.PaymentIntent): PaymentState {
  const details = {
    gatewayPaymentId: intent.id,
    amount: toMoney(intent.amount, intent.currency),
    amountRefunded: toMoney(refundedOf(intent), intent.currency),
    card: cardOf(intent.payment_method) ?? cardOf(intent.last_payment_error?.payment_method),
  }
  switch (intent.status) {
    case 'requires_payment_method':
      return {
        ...details,
        status: 'requires_payment_method',
        lastError: failureOf(intent.last_payment_error),
      }
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url
      if (typeof url !== 'string')
        throw new GatewayUnavailable('Stripe requires an action without a redirect')
      return { ...details, status: 'requires_action', nextAction: { type: 'redirect_to_url', url } }
    }
    default: {
      // Stripe's types allow future states.
      const status = plainStates.find((state) => state === intent.status)
      if (!status) throw new GatewayUnavailable(`unknown Stripe payment state ${intent.status}`)
      return { ...details, status }
    }
  }
}

/** States without further details. */
const plainStates = [
  'requires_confirmation',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const

/** Fields to expand in every request for an intent. */
export const expandedFields = ['payment_method', 'latest_charge']

/** Parameters for a card token from the browser: `pm_…` or a confirmation token. */
export function paymentMethodParams(token: string): Stripe.PaymentIntentConfirmParams {
  return token.startsWith('ctoken_') ? { confirmation_token: token } : { payment_method: token }
}

export function toMoney(minor: number, currency: string): Money {
  return money(minor, currency.toUpperCase())
}

function refundedOf({ latest_charge: charge }: Stripe.PaymentIntent): number {
  return charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded
}

function cardOf(method: string | Stripe.PaymentMethod | null | undefined): PaymentCard | null {
  if (method === null || method === undefined || typeof method === 'string' || !method.card) return null
  const { brand, last4, fingerprint } = method.card
  return { brand, last4, ...(typeof fingerprint === 'string' && { fingerprint }) }
}

export function failureOf(
  error: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'type' | 'decline_code' | 'message'> | null,
): PaymentFailure | null {
  return (
    error && {
      code: error.code ?? error.type,
      declineCode: error.decline_code ?? null,
      message: error.message ?? 'Your card was declined. Use another card or contact your bank.',
    }
  )
}
