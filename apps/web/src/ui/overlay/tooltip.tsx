import type { ReactElement, ReactNode, RefObject } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { Focusable } from 'react-aria-components/Focusable'

const tooltipClass = 'max-w-72 animate-fade rounded bg-ink px-2.5 py-1.5 text-xs text-paper shadow'

interface TooltipProps {
  text: ReactNode
  /** The control; the tooltip appears on hover and keyboard focus. */
  children: ReactElement
  placement?: 'top' | 'bottom' | 'left' | 'right'
}

/** A tooltip; never the only place of a text. */
export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={350} closeDelay={80}>
      {children}
      <AriaTooltip placement={placement} offset={6} className={`${tooltipClass} data-exiting:opacity-0`}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** A tooltip without its own trigger, controlled by `useTooltip`. */
export function ControlledTooltip({
  text,
  triggerRef,
}: {
  text: ReactNode
  triggerRef: RefObject<HTMLElement | null>
}) {
  return (
    // The library reads the open state from the trigger around the tooltip.
    <TooltipTrigger isOpen>
      <AriaTooltip triggerRef={triggerRef} placement="top" offset={6} className={tooltipClass}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** A focusable and named icon with a tooltip. */
export function TooltipIcon({ text, icon }: { text: string; icon: ReactNode }) {
  return (
    <Tooltip text={text}>
      <Focusable>
        <span role="img" aria-label={text} className="inline-flex rounded-sm text-muted [&_svg]:size-4">
          {icon}
        </span>
      </Focusable>
    </Tooltip>
  )
}
