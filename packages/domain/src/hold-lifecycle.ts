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
 * The state does not say whether time is up; the clock does (`isHoldLive`). An expired hold gives its stock back at
 * once and stays `active` until housekeeping calls it released. What time limits is `reservedUntil`: `expiresAt`, or
 * the end of the payment lease where that is later.
 */
import { defineLifecycle } from './lifecycle.ts'

export const holdStates = ['active', 'paying', 'released', 'sold'] as const

export type HoldState = (typeof holdStates)[number]

/** A hold lasts 30 minutes (spec §9). */
export const holdMilliseconds = 30 * 60_000

/** While a payment runs its holds cannot lapse, for at most ten minutes (product.md §4). */
export const paymentLeaseMilliseconds = 10 * 60_000

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

/** When a hold that begins now ends: after 30 minutes, at the latest at the event's start (product.md §4). */
export function holdExpiry(now: Date, eventStart: Date | null): Date {
  const end = now.getTime() + holdMilliseconds
  return new Date(eventStart === null ? end : Math.min(end, eventStart.getTime()))
}

/** Until when a hold keeps its stock while a payment that begins now runs: the lease never shortens a hold. */
export function leaseEnd(now: Date, expiresAt: Date): Date {
  return new Date(Math.max(expiresAt.getTime(), now.getTime() + paymentLeaseMilliseconds))
}

/** Whether the hold takes stock away at this moment. At `reservedUntil` itself it no longer does. */
export function isHoldLive(hold: { state: HoldState; reservedUntil: Date }, now: Date): boolean {
  return (hold.state === 'active' || hold.state === 'paying') && hold.reservedUntil.getTime() > now.getTime()
}
