/**
 * What Terrace asks of a payment provider (product.md §6, §12), in Stripe's words. Money is authorised first and captured
 * once the order stands, so that a late failure is a void and not a refund.
 *
 * Every call that changes something carries an idempotency key: the same key with the same arguments has one effect and one
 * answer, however often it is sent; with other arguments it is refused. A declined card is an answer. Errors are only
 * {@link GatewayUnavailable} and {@link GatewayRefused}.
 */
import type { Money } from '@terrace/domain/money'

export interface PaymentCard {
  /** Lower case, as Stripe has them: visa, mastercard, amex. */
  brand: string
  last4: string
}

/** Why a card was refused, with words that the buyer may read. */
export interface PaymentFailure {
  /** `card_declined`, `expired_card`, `incorrect_cvc`, `processing_error`, `payment_intent_authentication_failure` … */
  code: string
  /** Given with `card_declined`: `insufficient_funds`, `lost_card` … */
  declineCode: string | null
  message: string
}

interface PaymentFacts {
  intentId: string
  amount: Money
  /** Zero until something was refunded; never more than was captured. */
  amountRefunded: Money
  /** The card of the latest attempt. */
  card: PaymentCard | null
}

export type PaymentState = PaymentFacts &
  (
    | { status: 'requires_payment_method'; lastError: PaymentFailure | null }
    | { status: 'requires_confirmation' }
    | { status: 'requires_action'; nextAction: { type: 'redirect_to_url'; url: string } }
    | { status: 'processing' }
    /** Authorised: capture takes the money, cancel gives it free. */
    | { status: 'requires_capture' }
    | { status: 'succeeded' }
    | { status: 'canceled' }
  )

export interface PaymentRefund {
  refundId: string
  /** Pending: the bank has not said yet whether it takes it. */
  status: 'pending' | 'succeeded' | 'failed'
  amount: Money
  /** As it was asked for. */
  metadata: Record<string, string>
}

interface IntentCall {
  intentId: string
  idempotencyKey: string
}

export interface CreatePayment {
  amount: Money
  idempotencyKey: string
  /** Shown to the buyer by their bank; no personal data. */
  description: string
  metadata: Record<string, string>
  /** Whose saved card pays, or is to be saved (card-vault.port.ts). */
  customerId?: string
  /** Saves the card that pays for this customer, once it is authorised. */
  savesCard?: boolean
}

export interface ConfirmPayment extends IntentCall {
  /** The provider's name of a card (`pm_…`), never a number. An unknown one is `GatewayRefused` with `resource_missing`. */
  paymentMethod: string
  /** Where 3-D Secure sends the buyer back to. */
  returnUrl: string
}

export interface RefundPayment extends IntentCall {
  /** Everything that is left, if not given. */
  amount?: Money
  /** By which the refund is known again once its idempotency key is forgotten, after a day. */
  metadata?: Record<string, string>
}

export interface PaymentGateway {
  /** Stored with every attempt, since an intent is known to its own gateway only. */
  readonly name: 'sandbox' | 'stripe'
  /** Announces a payment. Nothing is charged; store the id before confirming. */
  createPayment(input: CreatePayment): Promise<PaymentState>
  /** Authorises the card: `requires_capture`, `requires_action`, or `requires_payment_method` with why it was declined. */
  confirmPayment(input: ConfirmPayment): Promise<PaymentState>
  /** `GatewayRefused` with `resource_missing` for an id that was never announced. */
  retrievePayment(intentId: string): Promise<PaymentState>
  /** Takes what was authorised, whole. `unexpected_state` where nothing waits for capture. */
  capturePayment(input: IntentCall): Promise<PaymentState>
  /** Voids all that is not captured; `unexpected_state` once it is captured or canceled: ask for the state then. */
  cancelPayment(input: IntentCall): Promise<PaymentState>
  /** Gives captured money back, whole or in parts. `amount_too_large` and `already_refunded` change nothing. */
  refundPayment(input: RefundPayment): Promise<PaymentRefund>
  /** How a refund stands now. `GatewayRefused` with `resource_missing` for an id that never was. */
  retrieveRefund(refundId: string): Promise<PaymentRefund>
  /** Every refund of a payment, those that failed too. */
  listRefunds(intentId: string): Promise<PaymentRefund[]>
}

/** No answer, or none that tells what happened. Whether the call had its effect is unknown: repeat it with the same key, or retrieve. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
  readonly retryable = true
}

export type GatewayRefusal =
  | 'resource_missing'
  | 'unexpected_state'
  | 'idempotency_mismatch'
  | 'amount_too_large'
  | 'already_refunded'
  | 'invalid_request'

/** The gateway understood and says no: nothing changed, and the same call would be refused again. */
export class GatewayRefused extends Error {
  override readonly name = 'GatewayRefused'
  readonly retryable = false
  readonly code: GatewayRefusal
  /** The argument at fault, in the gateway's words (`payment_method`, `intent`, `amount` …). */
  readonly param: string | null

  constructor(
    code: GatewayRefusal,
    message: string,
    options: { param?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.param = options.param ?? null
  }
}
