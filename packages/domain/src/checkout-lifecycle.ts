/**
 * The life of one attempt to pay (product.md §6 and §12 "Payment", architecture.md §3). The attempt is written before
 * anything is asked of the gateway, and each state names what may already have happened out there, so that a
 * reconciler that finds it after a crash knows what to ask and what to undo.
 *
 *     created          holds are leased; an intent may exist at the gateway, it was never confirmed
 *     authorising      the intent's id is stored, its confirmation was or is about to be sent; only the gateway knows
 *     requires_action  the buyer has to act (3-D Secure)
 *     authorised       the money is set apart (or taken, where the gateway cannot wait); no order yet
 *     capturing        the order is written and the stock is sold; the money that was set apart is to be taken
 *     confirmed        order and charge both stand
 *     declined         the card was refused; no money moved, the holds are back
 *     refunded         paid, but no order could be kept: voided or paid back in full
 *     cancelled        given up by the buyer or timed out; the intent was cancelled before the stock was freed
 *
 * No state is left backwards but one: after the buyer has acted the attempt is `authorising` again.
 */
import { defineLifecycle } from './lifecycle.ts'

export const attemptStates = [
  'created',
  'authorising',
  'requires_action',
  'authorised',
  'capturing',
  'confirmed',
  'declined',
  'refunded',
  'cancelled',
] as const

export type AttemptState = (typeof attemptStates)[number]

export const attemptLifecycle = defineLifecycle({
  /** The intent exists and its id is stored; now it may be confirmed, never before. */
  storeIntent: { from: ['created'], to: 'authorising' },
  requireAction: { from: ['authorising'], to: 'requires_action' },
  /** The buyer came back from the action. */
  resume: { from: ['requires_action'], to: 'authorising' },
  authorise: { from: ['authorising', 'requires_action'], to: 'authorised' },
  decline: { from: ['created', 'authorising', 'requires_action'], to: 'declined' },
  cancel: { from: ['created', 'authorising', 'requires_action'], to: 'cancelled' },
  placeOrder: { from: ['authorised'], to: 'capturing' },
  /** Straight from `authorised` where the gateway had taken the money with the authorisation. */
  confirm: { from: ['authorised', 'capturing'], to: 'confirmed' },
  refund: { from: ['authorised', 'capturing'], to: 'refunded' },
} satisfies Record<string, { from: AttemptState[]; to: AttemptState }>)

/** `attemptCan.cancel(attempt)`. */
export const attemptCan = attemptLifecycle.can

/** Whether the attempt has come to its end; an open one keeps its holds and belongs to the reconciler. */
export const isAttemptSettled = attemptLifecycle.isFinal
