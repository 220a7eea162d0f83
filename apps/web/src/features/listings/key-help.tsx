import { useEffect, useState } from 'react'
import { isPageKey } from '#web/lib/is-page-key.ts'
import { OnDemand } from '#web/ui/on-demand.tsx'

const loadKeys = async () => ({ default: (await import('./key-list.tsx')).KeyList })

/** `?` lists the keys; the first time brings the list's code. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '?' || !isPageKey(event)) return
      event.preventDefault()
      setWasOpened(true)
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return wasOpened && <OnDemand load={loadKeys} props={{ isOpen, onClose: () => setOpen(false) }} />
}
