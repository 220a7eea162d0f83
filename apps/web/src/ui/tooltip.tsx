import type { ReactElement, ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { Focusable } from 'react-aria-components/Focusable'

interface TooltipProps {
  text: ReactNode
  /** The control that the tooltip belongs to; it appears on hover and on keyboard focus. */
  children: ReactElement
  placement?: 'top' | 'bottom' | 'left' | 'right'
}

/** Words for a control on hover and focus; never the only place where something is said. */
export function Tooltip({ text, children, placement = 'top' }: TooltipProps) {
  return (
    <TooltipTrigger delay={350} closeDelay={80}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="max-w-72 animate-fade rounded bg-ink px-2.5 py-1.5 text-xs text-paper shadow data-exiting:opacity-0"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** A tooltip for something that is not a control, such as an icon: it becomes reachable by keyboard and named. */
export function HintedIcon({ text, icon }: { text: string; icon: ReactNode }) {
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
