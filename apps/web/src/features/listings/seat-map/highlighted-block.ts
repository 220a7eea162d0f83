import { useState, useSyncExternalStore } from 'react'
import { blockKey } from './block-stock.ts'
import { rememberByText } from './remember-by-text.ts'

/**
 * The hovered or focused block, shared by list and plan. Kept outside React state, because it changes on every
 * pointer move: only affected components rerender.
 */
export interface HighlightedBlock {
  /** Section or block name; `null` clears the highlight. */
  highlight: (section: string | null) => void
  isHighlighted: (section: string) => boolean
  /** The name passed to `highlight`. */
  current: () => string | null
  subscribe: (listener: () => void) => () => void
  /**
   * Groups names with equal keys into one block. Without a plan, names are compared as written. Returns a cleanup
   * function.
   */
  groupSectionsBy: (keyOf: (section: string) => string) => () => void
}

function createHighlightedBlock(): HighlightedBlock {
  const listeners = new Set<() => void>()
  let highlightedBlock: string | null = null
  // Every row and block looks up its key on each pointer move.
  let keys = rememberByText(blockKey)
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  return {
    highlight(section) {
      if (section === highlightedBlock) return
      highlightedBlock = section
      notifyListeners()
    },
    isHighlighted: (section) => highlightedBlock !== null && keys(section) === keys(highlightedBlock),
    current: () => highlightedBlock,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    groupSectionsBy(keyOf) {
      keys = rememberByText(keyOf)
      notifyListeners()
      return () => {
        keys = rememberByText(blockKey)
      }
    },
  }
}

export function useHighlightedBlock(): HighlightedBlock {
  const [highlightedBlock] = useState(createHighlightedBlock)
  return highlightedBlock
}

/** Whether this section is highlighted; rerenders only when that changes. */
export function useIsHighlighted(highlightedBlock: HighlightedBlock, section: string): boolean {
  return useSyncExternalStore(highlightedBlock.subscribe, () => highlightedBlock.isHighlighted(section))
}

/** Name of the highlighted section; rerenders on every change. */
export function useHighlightedName(highlightedBlock: HighlightedBlock): string | null {
  return useSyncExternalStore(highlightedBlock.subscribe, highlightedBlock.current)
}
