export interface UndoableAction {
  id: number
  /** Describes the action, such as 'Removed from your selection' or 'Releasing 2 tickets'. */
  message: string
  undo: () => void
  /** When undoing ends, by the device's clock; by default five seconds after the bar appeared. */
  until?: number | undefined
}

const listeners = new Set<() => void>()
let current: UndoableAction | null = null
let nextId = 1

function show(action: UndoableAction | null): void {
  current = action
  for (const listener of listeners) listener()
}

/**
 * Shows the undo bar for an action that is already applied, or that the server applies at `until`; pausing the bar would
 * not delay that. A newer action replaces it.
 */
export function showUndo(message: string, undo: () => void, until?: number): void {
  show({ id: nextId, message, undo, until })
  nextId += 1
}

export const currentUndo = (): UndoableAction | null => current

/** Closes the bar without undoing. */
export function dismissUndo(): void {
  if (current) show(null)
}

export function runUndo(): void {
  const action = current
  dismissUndo()
  action?.undo()
}

export function onUndoChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
