import { useState, type FocusEvent, type KeyboardEvent } from 'react'

interface HeaderActions {
  /** Of the columns; the selection comes before them. */
  count: number
  onResize: (column: number, change: number | null) => void
  onHide: (column: number) => void
  /** Into the rows below. */
  onLeave: () => void
}

const resizeStep = 16

/** What the header can do, for screen readers. */
export const headerKeys = 'Shift+ArrowLeft Shift+ArrowRight Delete'

/**
 * One Tab stop for the whole header: arrows, Home and End move between its cells; Shift with an arrow resizes a column,
 * Shift Home gives it its own width back, Delete hides it, arrow down goes to the rows.
 */
export function useHeaderKeys({ count, onResize, onHide, onLeave }: HeaderActions) {
  const [focused, setFocused] = useState(0)
  const active = Math.min(focused, count)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { key, shiftKey } = event
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const column = active - 1
    if (shiftKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      if (column >= 0) onResize(column, key === 'ArrowLeft' ? -resizeStep : resizeStep)
    } else if (shiftKey && key === 'Home') {
      if (column >= 0) onResize(column, null)
    } else if (shiftKey) return
    else if (key === 'ArrowLeft') focusAt(event.currentTarget, active - 1)
    else if (key === 'ArrowRight') focusAt(event.currentTarget, active + 1)
    else if (key === 'Home') focusAt(event.currentTarget, 0)
    else if (key === 'End') focusAt(event.currentTarget, count)
    else if (key === 'ArrowDown') onLeave()
    else if (key === 'Delete' && column >= 0) {
      onHide(column)
      // The next column takes its place, and the focus with it.
      const row = event.currentTarget
      requestAnimationFrame(() => focusAt(row, Math.min(active, count - 1)))
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    tabIndexOf: (cell: number) => (cell === active ? (0 as const) : (-1 as const)),
    handlers: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent<HTMLElement>) => {
        const cell = Number(target.closest<HTMLElement>('[data-header]')?.dataset['header'] ?? active)
        if (cell !== active) setFocused(cell)
      },
    },
  }
}

function focusAt(row: HTMLElement, cell: number): void {
  const found = row.querySelector<HTMLElement>(`[data-header="${cell}"]`)
  const control = found?.querySelector<HTMLElement>('input, button') ?? found
  control?.focus()
  found?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
