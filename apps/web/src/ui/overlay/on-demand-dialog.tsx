import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import type { DialogProps } from './dialog.tsx'
import { LazyDialog } from './lazy-dialog.tsx'

const loadDialog = async () => ({ default: (await import('./dialog.tsx')).Dialog })

/** A `Dialog` for pages that rarely open one: its code loads when the page is idle, at the latest on first use. */
export function OnDemandDialog(props: DialogProps) {
  useIdlePreload(loadDialog)
  return props.isOpen && <LazyDialog load={loadDialog} props={props} />
}
