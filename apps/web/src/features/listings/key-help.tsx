import { lazy, Suspense, useEffect, useState } from 'react'

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))

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
  return (
    <Suspense fallback={null}>
      {wasOpened && <KeyList isOpen={isOpen} onClose={() => setOpen(false)} />}
    </Suspense>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
