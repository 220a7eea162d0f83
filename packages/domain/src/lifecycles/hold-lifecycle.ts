/**
 * States of a hold (product.md §4, architecture.md §3).
 *
 *     active ──release──▶ released
 *       │ ▲
 *       │ └─── reactivate ──┐          the payment was declined or cancelled, or the attendee details cannot be read
 *       └─ startPayment ─▶ paying ── sell ──▶ sold
 *                            └─ releaseUnsold ─▶ released    authorised, but the stock was already sold or the
 *                                                                                 event is off sale
 *                                             sold ── reverseSale ──▶ released    the capture failed, or tickets were
 *                                                                                 cancelled and put back on sale
 *
 * `released` means "ended without a sale": the team released it, nothing could be sold, or it expired and a job cleaned it
 * up. Two columns have similar names:
 *
 *     released_at  when the state became `released`; null for expired holds, which ended at `reserved_until`
 *     release_at   when a scheduled release of an active hold, or of a part of it, will take place. The team can cancel it
 *                  until then, and every transition clears it
 *
 * Expiry is a matter of time, not of state. `reserved_until` is `expires_at`, or the end of the payment's hold extension
 * if that is later. Afterwards, an `active` hold stays `active` until a cleanup job marks it released. Time and state
 * together have these names:
 *
 *     expired    `reserved_until` has passed by the database clock
 *     open       active or paying, and not expired: reserves stock (SQL function `hold_is_open`). The column `is_open`
 *                only says "active or paying": partial indexes cannot compare the time
 *     current    open, or paying even if expired: the team sees it as its own (SQL `hold_is_current`)
 *     ended      not current: released, sold, or expired while active (error `hold.ended`)
 */
import { defineLifecycle } from './lifecycle.ts'

export const holdStates = ['active', 'paying', 'released', 'sold'] as const

export type HoldState = (typeof holdStates)[number]

/** Whether a hold is current, by the names above. */
export const isCurrentHold = ({ state, isExpired }: { state: HoldState; isExpired: boolean }): boolean =>
  state === 'paying' || (state === 'active' && !isExpired)

export const holdLifecycle = defineLifecycle({
  /** The team releases the whole hold. A partial release leaves the state unchanged. */
  release: { from: ['active'], to: 'released' },
  startPayment: { from: ['active'], to: 'paying' },
  /** The payment was declined or cancelled, or attendee details cannot be read: the hold continues for its remaining time. */
  reactivate: { from: ['paying'], to: 'active' },
  sell: { from: ['paying'], to: 'sold' },
  /**
   * The payment succeeded, but nothing can be sold. Either the event was cancelled or postponed, or the payment took longer
   * than the hold extension, and meanwhile the event had started or others had bought the stock.
   */
  releaseUnsold: { from: ['paying'], to: 'released' },
  /** The order was placed, but capturing the authorised amount failed; or its tickets were cancelled and put back on sale. */
  reverseSale: { from: ['sold'], to: 'released' },
} satisfies Record<string, { from: HoldState[]; to: HoldState }>)
