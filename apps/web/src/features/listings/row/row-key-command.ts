import type { KeyboardEvent } from 'react'

type RowCommand =
  | { action: 'move' | 'extend'; to: number }
  | { action: 'choose' | 'find'; quantity: number }
  | { action: 'select' | 'open' }

interface RowKeyState {
  index: number
  splits: readonly number[]
  isSelectable: boolean
}

/** Maps a key press in a row to a command; `null` when the key has no meaning or only repeats. */
export function rowKeyCommand(event: KeyboardEvent, state: RowKeyState): RowCommand | null {
  const command = commandFor(event, state)
  if (command === null || 'to' in command || !event.repeat) return command
  // Holding a key down repeats movement but no other action; Space must not scroll the page.
  event.preventDefault()
  return null
}

function commandFor(event: KeyboardEvent, { index, splits, isSelectable }: RowKeyState): RowCommand | null {
  if (event.altKey || event.ctrlKey || event.metaKey) return null
  const { key, target, currentTarget } = event
  // Ignores keys in dialogs opened by the row: React events bubble through portals.
  if (!(target instanceof Node && currentTarget.contains(target))) return null
  // Arrows, Space and Enter on inner controls belong to those controls.
  if (target === currentTarget) {
    const to = targetIndex(key, index)
    if (to !== null) return { action: event.shiftKey && key.startsWith('Arrow') ? 'extend' : 'move', to }
    if (key === ' ' && isSelectable) return { action: 'select' }
    if (key === 'Enter') return { action: 'open' }
  }
  if (!/^[1-9]$/.test(key)) return null
  const quantity = Number(key)
  // A quantity that this row does not offer: the next row that does.
  return { action: splits.includes(quantity) ? 'choose' : 'find', quantity }
}

function targetIndex(key: string, index: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: Number.MAX_SAFE_INTEGER,
  }
  return steps[key] ?? null
}
