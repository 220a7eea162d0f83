import { useState } from 'react'
import { MenuIcon } from '#web/ui/icons.ts'
import { OnDemand } from '#web/ui/on-demand.tsx'

const loadMenu = async () => ({ default: (await import('./mobile-menu.tsx')).MobileMenu })

/** Opens the menu below 1024 px; the first press brings its code. */
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
      {wasOpened && <OnDemand load={loadMenu} props={{ isOpen, onClose: () => setOpen(false) }} />}
    </>
  )
}
