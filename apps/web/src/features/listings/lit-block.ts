import { useState, useSyncExternalStore } from 'react'
import { blockKey } from './price-scale.ts'

/**
 * The block that pointer or focus is on, shared by list and plan. It changes with every row that the pointer crosses:
 * held beside React's state, so that only those are drawn again that light up or go out.
 */
export interface LitBlock {
  /** A section or block by any of its names; null when nothing is lit. */
  light: (section: string | null) => void
  isLit: (section: string) => boolean
  /** The name under which it was lit. */
  current: () => string | null
  subscribe: (listener: () => void) => () => void
  /** From now on names with one key are one block; without a plan, names that are written alike. */
  callSections: (keyOf: (section: string) => string) => () => void
}

function createLitBlock(): LitBlock {
  const listeners = new Set<() => void>()
  let lit: string | null = null
  let keys = keyMemory(blockKey)
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    light(section) {
      if (section === lit) return
      lit = section
      tell()
    },
    isLit: (section) => lit !== null && keys(section) === keys(lit),
    current: () => lit,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    callSections(keyOf) {
      keys = keyMemory(keyOf)
      tell()
      return () => {
        keys = keyMemory(blockKey)
      }
    },
  }
}

/** Every row and block asks for its key each time the pointer moves on; an event has some hundred names. */
function keyMemory(keyOf: (section: string) => string): (section: string) => string {
  const known = new Map<string, string>()
  return (section) => {
    const key = known.get(section) ?? keyOf(section)
    known.set(section, key)
    return key
  }
}

/** One for the page; it stays the same object. */
export function useLitBlock(): LitBlock {
  const [lit] = useState(createLitBlock)
  return lit
}

/** Whether this section is lit; draws again only when that changes. */
export function useIsLit(lit: LitBlock, section: string): boolean {
  return useSyncExternalStore(lit.subscribe, () => lit.isLit(section))
}

/** The name of what is lit; draws again with every change. */
export function useLitName(lit: LitBlock): string | null {
  return useSyncExternalStore(lit.subscribe, lit.current)
}
