import type { PaymentFailure } from '../cards.ts'
import type { Intent } from './intents.repo.ts'
import type { Refund } from './refunds.repo.ts'

/**
 * Presents the intent in Stripe's format, with `payment_method` and `latest_charge` expanded and only the fields we
 * use.
 */
export function presentIntent(intent: Intent) {
  return {
    id: intent.id,
    object: 'payment_intent',
    livemode: false,
    created: Math.floor(intent.createdAt.getTime() / 1000),
    status: intent.status,
    capture_method: 'manual',
    amount: intent.amount,
    currency: intent.currency,
    amount_capturable: intent.status === 'requires_capture' ? intent.amount : 0,
    amount_received: intent.amountReceived,
    customer: intent.customerId,
    setup_future_usage: intent.savesCard ? 'off_session' : null,
    description: intent.description,
    metadata: intent.metadata,
    payment_method:
      intent.paymentMethod === null ? null : { id: intent.paymentMethod, type: 'card', card: intent.card },
    latest_charge:
      intent.paymentMethod === null
        ? null
        : { object: 'charge', amount: intent.amount, amount_refunded: intent.amountRefunded },
    last_payment_error: intent.lastError && presentFailure(intent.lastError),
    next_action: intent.challenge && {
      type: 'redirect_to_url',
      redirect_to_url: {
        url: `/sandbox/challenge/${intent.id}?secret=${intent.challenge.secret}`,
        return_url: intent.challenge.returnUrl,
      },
    },
  }
}

export function presentCharge(intent: Intent) {
  return {
    id: `ch_of_${intent.id}`,
    object: 'charge',
    payment_intent: intent.id,
    amount: intent.amount,
    amount_refunded: intent.amountRefunded,
  }
}

export function presentRefund({ id, intentId, amount, currency, metadata, status }: Refund) {
  return {
    id,
    object: 'refund',
    amount,
    currency,
    payment_intent: intentId,
    status,
    metadata,
  }
}

/** Response for a declined card: Stripe's 402 with the intent. */
export function presentDecline(intent: Intent, failure: PaymentFailure) {
  return { error: { ...presentFailure(failure), payment_intent: presentIntent(intent) } }
}

export function presentFailure({ code, declineCode, message }: PaymentFailure) {
  return { type: 'card_error', code, decline_code: declineCode, message }
}
