import type { KeyboardEvent, RefObject } from 'react'
import { useListFocus } from './use-list-focus.ts'

interface ListNavigationOptions {
  list: RefObject<HTMLElement | null>
  /** Selects the links that are rows. */
  selector?: string
  /** A field above the list: Down moves from it into the list, Up and Escape move back. */
  field?: RefObject<HTMLInputElement | null>
  /** Enter in the field; opens the first row by default. */
  onEnter?: (first: HTMLElement | undefined) => void
}

/**
 * Arrow keys, Home and End move through a list of links; Enter opens the link. When rows are replaced, the focus
 * moves to the row at the same position, else to the field.
 */
export function useListNavigation({
  list,
  field,
  selector = 'a[href]',
  onEnter = click,
}: ListNavigationOptions) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  useListFocus({ list, rows, field })

  function onFieldKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const first = rows()[0]
    if (event.key === 'ArrowDown' && first) {
      event.preventDefault()
      first.focus()
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      onEnter(first)
    }
  }

  function onListKeyDown(event: KeyboardEvent) {
    const currentRows = rows()
    const index = currentRows.findIndex((row) => row === document.activeElement)
    if (index === -1) return
    const targets: Record<string, HTMLElement | null | undefined> = {
      ArrowDown: currentRows[index + 1] ?? currentRows[index],
      ArrowUp: currentRows[index - 1] ?? field?.current ?? currentRows[index],
      Home: currentRows[0],
      End: currentRows.at(-1),
      Escape: field?.current,
    }
    const target = targets[event.key]
    if (!target) return
    event.preventDefault()
    target.focus()
  }

  return { onFieldKeyDown, onListKeyDown }
}

function click(first: HTMLElement | undefined): void {
  first?.click()
}
