import type { KeyboardEvent, RefObject } from 'react'
import { useKeptFocus } from './use-kept-focus.ts'

interface RowKeys {
  list: RefObject<HTMLElement | null>
  /** Which links of the list are its rows. */
  selector?: string
  /** A field above the list, from which Down leads into it and to which Up and Escape lead back. */
  field?: RefObject<HTMLInputElement | null>
  /** What Enter in the field does; it opens the first row where nothing else is said. */
  onEnter?: (first: HTMLElement | undefined) => void
}

/**
 * Arrow keys, Home and End walk a list of links; Enter on a row is the link's own. Where rows are replaced while one of
 * them has the focus, the row that comes to its place gets it, else the field.
 */
export function useRowKeys({ list, field, selector = 'a[href]', onEnter = click }: RowKeys) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])]
  useKeptFocus({ list, rows, field })

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
    const all = rows()
    const at = all.findIndex((row) => row === document.activeElement)
    if (at === -1) return
    const targets: Record<string, HTMLElement | null | undefined> = {
      ArrowDown: all[at + 1] ?? all[at],
      ArrowUp: all[at - 1] ?? field?.current ?? all[at],
      Home: all[0],
      End: all.at(-1),
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
