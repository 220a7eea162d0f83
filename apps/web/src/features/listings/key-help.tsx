import { useEffect, useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const keys: readonly { keys: string[]; does: string }[] = [
  { keys: ['↑', '↓'], does: 'Walk the listings' },
  { keys: ['Home', 'End'], does: 'First and last listing' },
  { keys: ['1', '…', '9'], does: 'Choose the quantity of the listing' },
  { keys: ['H'], does: 'Hold the listing' },
  { keys: ['/'], does: 'Search' },
  { keys: ['Esc'], does: 'Close what is open' },
  { keys: ['?'], does: 'This list' },
]

/** `?` lists the keys. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== '?' || isTyping(event.target)) return
      event.preventDefault()
      setOpen(true)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <Dialog title="Keys" size="sm" isOpen={isOpen} onClose={() => setOpen(false)}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5 text-sm">
        {keys.map(({ keys: names, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {names.map((name) => (
                <span key={name}>
                  <span className="sr-only">{name} </span>
                  <Kbd>{name}</Kbd>
                </span>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
