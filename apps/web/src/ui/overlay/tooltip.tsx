import type { ReactNode, RefObject } from 'react'
import { Tooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

interface ControlledTooltipProps {
  text: ReactNode
  triggerRef: RefObject<HTMLElement | null>
}

/** The tooltip that `useTooltip` opens and closes; never the only place of a text. */
export function ControlledTooltip({ text, triggerRef }: ControlledTooltipProps) {
  return (
    // The library reads the open state from the trigger around the tooltip.
    <TooltipTrigger isOpen>
      <Tooltip
        triggerRef={triggerRef}
        placement="top"
        offset={6}
        className="max-w-72 animate-fade rounded bg-ink px-2.5 py-1.5 text-xs text-paper shadow"
      >
        {text}
      </Tooltip>
    </TooltipTrigger>
  )
}
