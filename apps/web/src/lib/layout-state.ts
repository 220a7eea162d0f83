import { useSyncExternalStore } from 'react'

/** Flags of the page as a whole (spec §3). The rest of the layout state is in the URL and the query cache. */
interface LayoutState {
  /** The loading bar replaces the page until the browser leaves it. */
  isLoading: boolean
  /** Whether the opened quote link leads to a quote; `null` while loading. */
  isValidQuote: boolean | null
}

let state: LayoutState = { isLoading: false, isValidQuote: null }
const listeners = new Set<() => void>()

export const layoutState = (): LayoutState => state

export function changeLayoutState(change: Partial<LayoutState>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useLayoutState(): LayoutState {
  return useSyncExternalStore(subscribe, layoutState)
}
