import type { WireHold } from '@terrace/contracts/holds'
import { useSyncExternalStore } from 'react'
import { onSessionEnd } from '#web/lib/session.ts'

/** Where a purchase stands in this tab (spec §3), for the page and for the header above it alike. */
export interface CheckoutState {
  /** What is being bought, as it was when Pay was pressed: news of the basket changes nothing of it. */
  listings: readonly WireHold[]
  /** Pay was pressed, and nothing that was typed stood in its way. */
  proceedStatus: boolean
  /** The purchase is with the server. */
  checkoutStatus: boolean
  /** Its answer leads on, to the bank or to the confirmation. */
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

/** As before anything was pressed: after 'Cancel purchase', after an answer, and by the logo (spec §2, §4). */
export function resetCheckout(): void {
  changeCheckout(initialCheckoutState)
}

// The next session in this tab begins with its own.
onSessionEnd(resetCheckout)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useCheckoutState(): CheckoutState {
  return useSyncExternalStore(subscribe, checkoutState)
}
