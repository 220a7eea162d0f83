import { useEffect, useState } from 'react'
import { OnDemand } from '#web/ui/on-demand.tsx'

const loadKeys = async () => ({ default: (await import('./key-list.tsx')).KeyList })

/** `?` lists the keys; the first time brings the list's code. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '?' || isTyping(event.target)) return
      event.preventDefault()
      setWasOpened(true)
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return wasOpened && <OnDemand load={loadKeys} props={{ isOpen, onClose: () => setOpen(false) }} />
}

const letterless = /^(?:radio|checkbox|range)$/

/** Whether a key pressed here is a letter of some text. */
export function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !letterless.test(target.type)
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
