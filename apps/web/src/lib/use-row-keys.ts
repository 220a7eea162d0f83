import type { KeyboardEvent, RefObject } from 'react'

interface RowKeys {
  list: RefObject<HTMLElement | null>
  /** A field above the list, from which Down leads into it and to which Up and Escape lead back. */
  field?: RefObject<HTMLInputElement | null>
  /** The rows answer what stands in the field: only then does Enter in the field open the first. */
  isCurrent?: boolean
}

/** Arrow keys, Home and End walk a list of links; Enter on a row is the link's own. */
export function useRowKeys({ list, field, isCurrent = true }: RowKeys) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]

  function onFieldKeyDown(event: KeyboardEvent) {
    const first = rows()[0]
    if (event.nativeEvent.isComposing || !first) return
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      first.focus()
    }
    // What was looked for is most often the first; but never one that answers an older text.
    if (event.key === 'Enter' && isCurrent) {
      event.preventDefault()
      first.click()
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
