/**
 * The life of a hold (product.md §4, architecture.md §3).
 *
 *     active ──release, expire──▶ released
 *       │ ▲
 *       │ └──── return ────┐            the payment failed or was given up
 *       └─ startPayment ─▶ paying ─ sell ─▶ sold
 *                            └──── refund ─▶ released    paid too late, and the stock had gone to another
 *                                           sold ─ unsell ─▶ released    the order was placed, the money could not be taken
 *
 * The state does not say whether time is up; the database's clock does. An expired hold gives its stock back at once and
 * stays `active` until housekeeping calls it released. What time limits is `reserved_until`: `expires_at`, or the end of
 * the payment lease where that is later.
 */
import { defineLifecycle } from './lifecycle.ts'

export const holdStates = ['active', 'paying', 'released', 'sold'] as const

export type HoldState = (typeof holdStates)[number]

export const holdLifecycle = defineLifecycle({
  /** All of it, by the team. */
  release: { from: ['active'], to: 'released' },
  /** Some of it; `canReleasePart` in split-options.ts says which. */
  releasePart: { from: ['active'], to: 'active' },
  /** By housekeeping, once the time is up. */
  expire: { from: ['active'], to: 'released' },
  startPayment: { from: ['active'], to: 'paying' },
  /** The payment was declined or cancelled: the team has it back for what is left of its time. */
  return: { from: ['paying'], to: 'active' },
  sell: { from: ['paying'], to: 'sold' },
  /** The payment came through after the lease and the stock could not be taken again. */
  refund: { from: ['paying'], to: 'released' },
  /** The order was written, but the money set apart for it could not be taken any more. */
  unsell: { from: ['sold'], to: 'released' },
} satisfies Record<string, { from: HoldState[]; to: HoldState }>)

/** `holdCan.release(hold)`. */
export const holdCan = holdLifecycle.can
