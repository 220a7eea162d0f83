import type { WireHold } from '@terrace/contracts/holds'
import { useState, type ReactNode } from 'react'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadDialog = async () => ({ default: (await import('./release-dialog.tsx')).ReleaseDialog })

export function useReleaseDialog(holds: readonly WireHold[]): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  // Mounted on first open, then kept mounted so that closing is animated.
  const [wasOpened, setWasOpened] = useState(false)
  return {
    open() {
      setWasOpened(true)
      setOpen(true)
    },
    dialog: wasOpened && (
      <LazyPart load={loadDialog} props={{ holds, isOpen, onClose: () => setOpen(false) }} />
    ),
  }
}
