import type { KeyboardEvent } from 'react'

type RowKey =
  | { does: 'walk'; to: number }
  | { does: 'choose'; quantity: number }
  | { does: 'select' | 'open' | 'hold' | 'quote' }

interface RowState {
  index: number
  /** The quantities on offer. */
  splits: readonly number[]
  isSelectable: boolean
  isQuotable: boolean
}

/** What a key pressed in a row asks for; null where it is not the row's, or only held down. */
export function rowKey(event: KeyboardEvent, state: RowState): RowKey | null {
  const asked = askedBy(event, state)
  if (asked === null || asked.does === 'walk' || !event.repeat) return asked
  // Held down, a key walks on, but acts only once; and Space does not begin to scroll.
  event.preventDefault()
  return null
}

function askedBy(event: KeyboardEvent, { index, splits, isSelectable, isQuotable }: RowState): RowKey | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const { key, target, currentTarget } = event
  // A dialog that a row opens lies elsewhere on the page; its keys are its own.
  if (!(target instanceof Node && currentTarget.contains(target))) return null
  // Arrows, Space and Enter inside the row belong to its own controls.
  if (target === currentTarget) {
    const to = walk(key, index)
    if (to !== null) return { does: 'walk', to }
    if (key === ' ' && isSelectable) return { does: 'select' }
    if (key === 'Enter') return { does: 'open' }
  }
  if ((key === 'q' || key === 'Q') && isQuotable) return { does: 'quote' }
  if (splits.length === 0) return null
  if (key === 'h' || key === 'H') return { does: 'hold' }
  const quantity = key === ' ' ? Number.NaN : Number(key)
  return splits.includes(quantity) ? { does: 'choose', quantity } : null
}

function walk(key: string, index: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: Number.MAX_SAFE_INTEGER,
  }
  return steps[key] ?? null
}
