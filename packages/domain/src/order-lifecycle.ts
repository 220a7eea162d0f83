/** The life of an order line, and what its lines make of an order (spec §4, product.md §6). */
import { defineLifecycle } from './lifecycle.ts'

/** Spelt correctly here; the wire has its own spelling of one of them. */
export const orderLineStates = ['confirmed', 'fulfilled', 'cancelled'] as const

export type OrderLineState = (typeof orderLineStates)[number]

export const orderLineLifecycle = defineLifecycle({
  /** The seller has delivered. */
  fulfil: { from: ['confirmed'], to: 'fulfilled' },
  cancel: { from: ['confirmed'], to: 'cancelled' },
  /** By the operator: what was delivered is worth nothing, and its money goes back. */
  recall: { from: ['fulfilled'], to: 'cancelled' },
} satisfies Record<string, { from: OrderLineState[]; to: OrderLineState }>)

/** `orderLineCan.fulfil(line)`. */
export const orderLineCan = orderLineLifecycle.can

const labels: Readonly<Record<OrderLineState, string>> = {
  confirmed: 'Confirmed',
  fulfilled: 'Fulfilled',
  cancelled: 'Cancelled',
}

/** As a user reads it. */
export function orderStateLabel(state: OrderLineState): string {
  return labels[state]
}

/**
 * One word for a whole order: confirmed while anything is still to be delivered, fulfilled once all that was not
 * cancelled is, cancelled when nothing else is left.
 */
export function orderState(lines: readonly { readonly state: OrderLineState }[]): OrderLineState {
  const has = (state: OrderLineState) => lines.some((line) => line.state === state)
  if (has('confirmed')) return 'confirmed'
  return has('fulfilled') ? 'fulfilled' : 'cancelled'
}
