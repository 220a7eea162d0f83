import { useEffect, type RefObject } from 'react'

/** `/` brings the focus to a field from anywhere that is not itself a place to write, and selects what stands in it. */
export function useSlashKey(input: RefObject<HTMLInputElement | null>, isEnabled = true): void {
  useEffect(() => {
    if (!isEnabled) return undefined
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if (isWriting(event.target) || document.querySelector('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input, isEnabled])
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox], [role=menu] *'))
  )
}
