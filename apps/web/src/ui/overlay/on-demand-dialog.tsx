import { useState } from 'react'
import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import type { DialogProps } from './dialog.tsx'
import { LazyDialog } from './lazy-dialog.tsx'

const loadDialog = async () => ({ default: (await import('./dialog.tsx')).Dialog })

/** A `Dialog` for pages that rarely open one: its code loads when the page is idle, at the latest on first use. */
export function OnDemandDialog(props: DialogProps) {
  // Mounted on first open, then kept mounted so that closing is animated.
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  useIdlePreload(loadDialog)
  return wasOpened && <LazyDialog load={loadDialog} props={props} />
}
