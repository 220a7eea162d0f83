import { useRef, type ReactNode } from 'react'
import { LazyTooltip } from './lazy-tooltip.tsx'
import { useTooltip } from './use-tooltip.ts'

/** A focusable and named icon with a tooltip. */
export function TooltipIcon({ text, icon }: { text: string; icon: ReactNode }) {
  const trigger = useRef<HTMLSpanElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  return (
    <>
      <span
        {...tooltipTriggerProps}
        ref={trigger}
        role="img"
        aria-label={text}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reaches the tooltip
        tabIndex={0}
        className="inline-flex rounded-sm text-muted [&_svg]:size-4"
      >
        {icon}
      </span>
      {isTooltipOpen && <LazyTooltip text={text} triggerRef={trigger} />}
    </>
  )
}
