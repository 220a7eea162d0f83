import { useState, useSyncExternalStore } from 'react'
import { blockKey } from './price-scale.ts'

/**
 * The block that pointer or focus is on, shared by list and plan. It changes with every row that the pointer crosses:
 * held beside React's state, so that only those are drawn again that light up or go out.
 */
export interface LitBlock {
  /** A section or block by its name; null when nothing is lit. */
  light: (section: string | null) => void
  /** {@link blockKey} of what is lit. */
  current: () => string | null
  subscribe: (listener: () => void) => () => void
}

function createLitBlock(): LitBlock {
  const listeners = new Set<() => void>()
  let lit: string | null = null
  return {
    light(section) {
      const next = section === null ? null : blockKey(section)
      if (next === lit) return
      lit = next
      for (const listener of listeners) listener()
    },
    current: () => lit,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** One for the page; it stays the same object. */
export function useLitBlock(): LitBlock {
  const [lit] = useState(createLitBlock)
  return lit
}

/** Whether this section is lit; draws again only when that changes. */
export function useIsLit(lit: LitBlock, section: string): boolean {
  return useSyncExternalStore(lit.subscribe, () => lit.current() === blockKey(section))
}

/** {@link blockKey} of what is lit; draws again with every change. */
export function useLitKey(lit: LitBlock): string | null {
  return useSyncExternalStore(lit.subscribe, lit.current)
}
