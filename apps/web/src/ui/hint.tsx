import type { ReactNode, RefObject } from 'react'
import { useLoaded } from '#web/lib/use-loaded.ts'

interface HintProps {
  text: ReactNode
  triggerRef: RefObject<HTMLElement | null>
}

const loadTooltip = async () => ({ default: (await import('./tooltip.tsx')).OpenTooltip })

/**
 * The open tooltip of a plain control, see `useHint`. Its code comes with the first one that is asked for; where it cannot
 * be had nothing is missing, since a tooltip is never the only place where something is said.
 */
export function Hint(props: HintProps) {
  const { Loaded } = useLoaded(loadTooltip)
  return Loaded && <Loaded {...props} />
}
