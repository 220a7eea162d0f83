import { money, type Money } from '@terrace/domain/money'
import type { Stripe } from 'stripe'
import {
  GatewayUnavailable,
  type PaymentCard,
  type PaymentFailure,
  type PaymentState,
} from '../payments.port.ts'

/** A payment intent in our words; asked for with {@link expanded}, so that card and refunds stand in it. */
export function toPaymentState(intent: Stripe.PaymentIntent): PaymentState {
  const facts = {
    intentId: intent.id,
    amount: toMoney(intent.amount, intent.currency),
    amountRefunded: toMoney(refundedOf(intent), intent.currency),
    card: cardOf(intent.payment_method) ?? cardOf(intent.last_payment_error?.payment_method),
  }
  switch (intent.status) {
    case 'requires_payment_method':
      return { ...facts, status: 'requires_payment_method', lastError: failureOf(intent.last_payment_error) }
    case 'requires_action': {
      const url = intent.next_action?.redirect_to_url?.url
      if (typeof url !== 'string')
        throw new GatewayUnavailable('Stripe asks for an action that is no page to go to')
      return { ...facts, status: 'requires_action', nextAction: { type: 'redirect_to_url', url } }
    }
    default: {
      // Stripe's types leave room for states to come.
      const status = plainStates.find((state) => state === intent.status)
      if (!status) throw new GatewayUnavailable(`Stripe has a payment in the unknown state ${intent.status}`)
      return { ...facts, status }
    }
  }
}

/** States that say all there is to say. */
const plainStates = [
  'requires_confirmation',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const

/** What every question about an intent asks to be told in full. */
export const expanded = ['payment_method', 'latest_charge']

/** What the browser was given for a card, as the confirmation takes it (wire.md §3.2): `pm_…`, or a confirmation token. */
export function meansOfPayment(name: string): Stripe.PaymentIntentConfirmParams {
  return name.startsWith('ctoken_') ? { confirmation_token: name } : { payment_method: name }
}

export function toMoney(minor: number, currency: string): Money {
  return money(minor, currency.toUpperCase())
}

function refundedOf({ latest_charge: charge }: Stripe.PaymentIntent): number {
  return charge === null || typeof charge === 'string' ? 0 : charge.amount_refunded
}

function cardOf(method: string | Stripe.PaymentMethod | null | undefined): PaymentCard | null {
  if (method === null || method === undefined || typeof method === 'string' || !method.card) return null
  return { brand: method.card.brand, last4: method.card.last4 }
}

export function failureOf(
  error: Pick<Stripe.PaymentIntent.LastPaymentError, 'code' | 'type' | 'decline_code' | 'message'> | null,
): PaymentFailure | null {
  return (
    error && {
      code: error.code ?? error.type,
      declineCode: error.decline_code ?? null,
      message: error.message ?? 'The card was declined. Please use another card or ask your bank.',
    }
  )
}
