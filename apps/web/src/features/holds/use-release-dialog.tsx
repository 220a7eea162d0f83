import type { WireHold } from '@terrace/contracts/holds'
import { useState, type ReactNode } from 'react'
import { OnDemand } from '#web/ui/on-demand.tsx'

const loadDialog = async () => ({ default: (await import('./release-dialog.tsx')).ReleaseDialog })

/** The dialog that gives these holds back, and the way to open it. */
export function useReleaseDialog(holds: readonly WireHold[]): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false)
  // The first press brings the dialog's code; from then on it stays, so that it can leave as it came.
  const [wasOpened, setWasOpened] = useState(false)
  return {
    open() {
      setWasOpened(true)
      setOpen(true)
    },
    dialog: wasOpened && (
      <OnDemand load={loadDialog} props={{ holds, isOpen, onClose: () => setOpen(false) }} />
    ),
  }
}
