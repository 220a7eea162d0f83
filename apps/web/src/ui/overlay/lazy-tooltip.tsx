import type { ReactNode, RefObject } from 'react'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'

interface LazyTooltipProps {
  text: ReactNode
  triggerRef: RefObject<HTMLElement | null>
}

const loadTooltip = async () => ({ default: (await import('./tooltip.tsx')).ControlledTooltip })

/**
 * The tooltip of `useTooltip`, loaded on first use. A failed load is ignored, because a tooltip never holds the only
 * copy of a text.
 */
export function LazyTooltip(props: LazyTooltipProps) {
  const { Loaded } = useLazyComponent(loadTooltip)
  return Loaded && <Loaded {...props} />
}
