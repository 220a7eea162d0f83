import { useIdlePreload } from '#web/lib/hooks/use-idle-preload.ts'
import type { DialogProps } from './dialog.tsx'
import { LazyPart } from './lazy-part.tsx'

const loadDialog = async () => ({ default: (await import('./dialog.tsx')).Dialog })

/** A `Dialog` for pages that rarely open one: its code loads when the page is idle, at the latest on first use. */
export function OnDemandDialog(props: DialogProps) {
  useIdlePreload(loadDialog)
  return props.isOpen && <LazyPart load={loadDialog} props={props} />
}
