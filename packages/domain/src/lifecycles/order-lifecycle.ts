/** States of an order line, and the order's state derived from its lines (spec §4, product.md §6). */
import { defineLifecycle } from './lifecycle.ts'

/** Our names. The state `delivered` is called `Fullfilled` in the API, as the spec spells it, and "Fulfilled" on pages. */
export const orderLineStates = ['confirmed', 'delivered', 'cancelled'] as const

export type OrderLineState = (typeof orderLineStates)[number]

export const orderLineLifecycle = defineLifecycle({
  /** The seller delivered all tickets. */
  deliver: { from: ['confirmed'], to: 'delivered' },
  cancel: { from: ['confirmed'], to: 'cancelled' },
  /** The operator cancels unusable tickets after delivery and refunds them. */
  cancelDelivered: { from: ['delivered'], to: 'cancelled' },
} satisfies Record<string, { from: OrderLineState[]; to: OrderLineState }>)

export const orderLineCan = orderLineLifecycle.can

const labels: Readonly<Record<OrderLineState, string>> = {
  confirmed: 'Confirmed',
  delivered: 'Fulfilled',
  cancelled: 'Cancelled',
}

export function orderStateLabel(state: OrderLineState): string {
  return labels[state]
}

/** The order's state: confirmed while a delivery is outstanding, cancelled if all lines are cancelled, otherwise delivered. */
export function orderState(lines: readonly { readonly state: OrderLineState }[]): OrderLineState {
  const has = (state: OrderLineState) => lines.some((line) => line.state === state)
  if (has('confirmed')) return 'confirmed'
  return has('delivered') ? 'delivered' : 'cancelled'
}
