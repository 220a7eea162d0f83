import { useState } from 'react'
import { MenuIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadMenu = async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu })

/** Opens the menu below 1024 px; its code loads on first press. */
export function MenuDrawerButton() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
        className="-mr-2 inline-flex size-10 shrink-0 items-center justify-center rounded text-ink hover:bg-ink/6 lg:hidden"
      >
        <MenuIcon aria-hidden className="size-5" />
      </button>
      {wasOpened && <LazyPart load={loadMenu} props={{ isOpen, onClose: () => setOpen(false) }} />}
    </>
  )
}
