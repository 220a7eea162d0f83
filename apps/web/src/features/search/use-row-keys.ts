import type { KeyboardEvent, RefObject } from 'react'

/**
 * Arrow keys between a field and the list of links below it: Down goes from the field to the first row and on, Up back
 * to the field; Home and End go to the ends, Escape to the field. Enter on a row is the link's own.
 */
export function useRowKeys(field: RefObject<HTMLInputElement | null>, list: RefObject<HTMLElement | null>) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('a[href]') ?? [])]

  function onFieldKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const first = rows()[0]
    if (event.key === 'ArrowDown' && first) {
      event.preventDefault()
      first.focus()
    }
    // What was looked for is most often the first: Enter opens it.
    if (event.key === 'Enter' && first) {
      event.preventDefault()
      first.click()
    }
  }

  function onListKeyDown(event: KeyboardEvent) {
    const all = rows()
    const at = all.findIndex((row) => row === document.activeElement)
    if (at === -1) return
    const next = {
      ArrowDown: all[at + 1] ?? all[at],
      ArrowUp: at === 0 ? field.current : all[at - 1],
      Home: all[0],
      End: all.at(-1),
      Escape: field.current,
    }[event.key]
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  return { onFieldKeyDown, onListKeyDown }
}
