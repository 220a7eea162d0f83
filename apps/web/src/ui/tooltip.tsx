import type { ReactElement, ReactNode, RefObject } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { Focusable } from 'react-aria-components/Focusable'

const look = 'max-w-72 animate-fade rounded bg-ink px-2.5 py-1.5 text-xs text-paper shadow'

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
      <AriaTooltip placement={placement} offset={6} className={`${look} data-exiting:opacity-0`}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** The tooltip of a plain control that opens and closes it by itself, see `useHint`. */
export function OpenTooltip({
  text,
  triggerRef,
}: {
  text: ReactNode
  triggerRef: RefObject<HTMLElement | null>
}) {
  return (
    // The library's tooltip asks the trigger around it whether it is open.
    <TooltipTrigger isOpen>
      <AriaTooltip triggerRef={triggerRef} placement="top" offset={6} className={look}>
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
