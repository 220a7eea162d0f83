/**
 * States of a checkout attempt (product.md §6 and §12.5, architecture.md §3). Each state is stored before the
 * gateway call it allows and says what may already have happened at the gateway. After a crash, the reconciler therefore
 * knows what to query and what to undo.
 *
 *     created          holds are extended; a payment may exist at the gateway, but is not confirmed
 *     authorising      the payment's id is stored, and the request to confirm the payment, which authorises it, may have
 *                      been sent; only the gateway knows the outcome
 *     requires_action  the buyer must act (3-D Secure)
 *     authorised       the payment must be undone: it was authorised, or already captured, but no order could be placed. The
 *                      transaction that places an order continues to `capturing`, so no other attempt is stored as
 *                      `authorised`
 *     capturing        the order exists and the stock is sold; the capture is outstanding
 *     confirmed        the order is placed and the amount captured
 *     declined         the card was declined; no money moved and the holds are active again
 *     refunded         the payment was undone, not always by a refund: the authorisation was voided, so that no money moved,
 *                      or the captured amount was refunded in full. Only the second has ledger entries. No order remains:
 *                      none was placed, or it was reversed
 *     cancelled        never authorised: the bank's check timed out, or the process stopped before it confirmed the payment
 *                      and no other process continued while the buyer waited. The payment was cancelled at the gateway,
 *                      which spells it `canceled`, before the stock was freed
 *
 * One step leads back: after the buyer has acted, the attempt is `authorising` again.
 */
import { defineLifecycle } from './lifecycle.ts'

export const attemptStates = [
  'created',
  'authorising',
  'requires_action',
  /** No order could be placed: must be voided or refunded. */
  'authorised',
  'capturing',
  'confirmed',
  'declined',
  /** Voided without a charge, or refunded in full. */
  'refunded',
  'cancelled',
] as const

export type AttemptState = (typeof attemptStates)[number]

export const attemptLifecycle = defineLifecycle({
  /** Stores the payment's id; the payment is never confirmed before this. */
  storePaymentId: { from: ['created'], to: 'authorising' },
  requireAction: { from: ['authorising'], to: 'requires_action' },
  /** The buyer completed the action, such as 3-D Secure. */
  continueAfterAction: { from: ['requires_action'], to: 'authorising' },
  authorise: { from: ['authorising', 'requires_action'], to: 'authorised' },
  decline: { from: ['created', 'authorising', 'requires_action'], to: 'declined' },
  cancel: { from: ['created', 'authorising', 'requires_action'], to: 'cancelled' },
  /** In the transaction that leads to `authorised`; never from a stored `authorised`. */
  placeOrder: { from: ['authorised'], to: 'capturing' },
  /** The amount is captured: by us, or by a gateway that captures together with the authorisation. */
  recordCapture: { from: ['capturing'], to: 'confirmed' },
  /** The authorisation was voided or the amount refunded. From `capturing`, the order is reversed. */
  undoPayment: { from: ['authorised', 'capturing'], to: 'refunded' },
} satisfies Record<string, { from: AttemptState[]; to: AttemptState }>)

/** Open attempts keep their holds and are reconciled; final ones are not. */
export const isAttemptFinal = attemptLifecycle.isFinal
