/**
 * Port to a payment gateway (product.md §6, §12.5), with Stripe's terms. Payments are authorised first and captured
 * once the order is placed, so that after a late failure the authorisation is voided, not refunded. Changes take an
 * idempotency key: repeating a key with the same arguments has one effect and one result; other arguments are rejected.
 * A declined card is a result. The only errors are {@link GatewayUnavailable} and {@link GatewayRejected}.
 */
import type { Money } from '@terrace/domain/money/money'

export interface PaymentCard {
  /** Lower case: visa, mastercard, amex, discover, diners, jcb, unionpay. */
  brand: string
  last4: string
  /** The same for the same card in all payments of this account at the gateway; not its number. */
  fingerprint?: string
}

/** Why a card was declined, with a message for the buyer. */
export interface PaymentFailure {
  /** `card_declined`, `expired_card`, `incorrect_cvc`, `processing_error`, `payment_intent_authentication_failure` … */
  code: string
  /** Only with `card_declined`: `insufficient_funds`, `lost_card` … */
  declineCode: string | null
  message: string
}

interface PaymentDetails {
  gatewayPaymentId: string
  amount: Money
  /** Never more than was captured. */
  amountRefunded: Money
  /** The card of the latest attempt. */
  card: PaymentCard | null
}

export type PaymentState = PaymentDetails &
  (
    | { status: 'requires_payment_method'; lastError: PaymentFailure | null }
    | { status: 'requires_confirmation' }
    | { status: 'requires_action'; nextAction: { type: 'redirect_to_url'; url: string } }
    | { status: 'processing' }
    /** Authorised: can be captured or cancelled. */
    | { status: 'requires_capture' }
    | { status: 'succeeded' }
    /** The gateway's spelling; our own states are spelt `cancelled`. */
    | { status: 'canceled' }
  )

export interface PaymentRefund {
  refundId: string
  /** `pending` until the bank accepts or rejects it. */
  status: 'pending' | 'succeeded' | 'failed'
  amount: Money
  /** Same as in {@link RefundPayment}. */
  metadata: Record<string, string>
}

/** A payment as a list shows it. */
export type ListedPayment = PaymentState & {
  /** Same as in {@link CreatePayment}. */
  metadata: Record<string, string>
}

export interface ListedRefund extends PaymentRefund {
  gatewayPaymentId: string
}

interface PaymentCall {
  gatewayPaymentId: string
  idempotencyKey: string
}

export interface CreatePayment {
  amount: Money
  idempotencyKey: string
  /** Shown to the buyer by their bank; must not contain personal data. */
  description: string
  metadata: Record<string, string>
  /** Customer whose saved card pays or whose new card is saved (card-vault.port.ts). */
  customerId?: string
  /** Saves the card for the customer once the payment is authorised. */
  savesCard?: boolean
}

export interface ConfirmPayment extends PaymentCall {
  /** Card token (`pm_…`), never a number. An unknown one is `GatewayRejected` with `resource_missing`. */
  paymentMethod: string
  /** Page the buyer returns to after 3-D Secure. */
  returnUrl: string
}

export interface RefundPayment extends PaymentCall {
  /** Defaults to the remaining amount. */
  amount?: Money
  /** Identifies the refund after its idempotency key has expired, which takes a day. */
  metadata?: Record<string, string>
}

export interface PaymentGateway {
  /** Stored with every attempt, since payment ids are valid at one gateway only. */
  readonly name: 'sandbox' | 'stripe'
  /** Creates a payment without charging it. Store the id before confirming. */
  createPayment(input: CreatePayment): Promise<PaymentState>
  /**
   * Authorises the card. Results: `requires_capture`, `requires_action`, or `requires_payment_method` with the
   * decline reason.
   */
  confirmPayment(input: ConfirmPayment): Promise<PaymentState>
  /** `GatewayRejected` with `resource_missing` for an unknown id. */
  retrievePayment(gatewayPaymentId: string): Promise<PaymentState>
  /** Captures the full authorised amount. `unexpected_state` unless it waits for capture. */
  capturePayment(input: PaymentCall): Promise<PaymentState>
  /**
   * Cancels an uncaptured payment, which voids its authorisation. `unexpected_state` once it is captured or cancelled:
   * retrieve it then.
   */
  cancelPayment(input: PaymentCall): Promise<PaymentState>
  /** Refunds captured money in full or in part. `amount_too_large` and `already_refunded` change nothing. */
  refundPayment(input: RefundPayment): Promise<PaymentRefund>
  /** `GatewayRejected` with `resource_missing` for an unknown id. */
  retrieveRefund(refundId: string): Promise<PaymentRefund>
  /** Returns all refunds of a payment, failed ones included. */
  listRefunds(gatewayPaymentId: string): Promise<PaymentRefund[]>
  /** Returns all payments created since, to the second, in their current state and in any order. */
  listPaymentsSince(createdSince: Date): Promise<ListedPayment[]>
  /** Returns all refunds created since, of any payment. */
  listRefundsSince(createdSince: Date): Promise<ListedRefund[]>
}

/** No usable response. Whether the call took effect is unknown: retry it with the same key, or retrieve. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable'
  readonly retryable = true
}

export type GatewayErrorCode =
  | 'resource_missing'
  | 'unexpected_state'
  | 'idempotency_mismatch'
  | 'amount_too_large'
  | 'already_refunded'
  | 'invalid_request'

/** The gateway rejected the call. Nothing changed, and a retry would be rejected again. */
export class GatewayRejected extends Error {
  override readonly name = 'GatewayRejected'
  readonly retryable = false
  readonly code: GatewayErrorCode
  /** The invalid argument, as named by the gateway (`payment_method`, `intent`, `amount` …). */
  readonly param: string | null

  constructor(
    code: GatewayErrorCode,
    message: string,
    options: { param?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.param = options.param ?? null
  }
}
