import type { WireHold } from '@terrace/contracts/holds'
import { useSyncExternalStore } from 'react'
import { onSessionEnd } from '#web/lib/http/session.ts'

/** Progress of this tab's purchase, shared by the page and its header. Spec §3 fixes the names; the statuses are booleans. */
export interface CheckoutState {
  /** The holds as they were when the buyer pressed Pay; basket updates do not change them. */
  listings: readonly WireHold[]
  /** The buyer pressed Pay and the form was valid. */
  proceedStatus: boolean
  /** The purchase was sent to the server. */
  checkoutStatus: boolean
  /** The server responded; the page is about to leave for the bank or the confirmation. */
  confirmStatus: boolean
}

export const initialCheckoutState: CheckoutState = {
  listings: [],
  proceedStatus: false,
  checkoutStatus: false,
  confirmStatus: false,
}

let state = initialCheckoutState
const listeners = new Set<() => void>()

export const checkoutState = (): CheckoutState => state

export function changeCheckout(change: Partial<CheckoutState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/**
 * Resets to the initial state: after "Cancel purchase", after a response, and on a click on the logo (spec §2, §4).
 */
export function resetCheckout(): void {
  changeCheckout(initialCheckoutState)
}

onSessionEnd(resetCheckout)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useCheckoutState(): CheckoutState {
  return useSyncExternalStore(subscribe, checkoutState)
}
