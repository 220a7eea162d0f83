import { useEffect, useRef } from 'react'

/** `/` leads to the search from anywhere that is not itself a place to write. */
export function useSlashKey(onSlash: () => void): void {
  const act = useRef(onSlash)
  useEffect(() => {
    act.current = onSlash
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isWriting(event.target) || document.querySelector('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      act.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox], [role=menu] *'))
  )
}
