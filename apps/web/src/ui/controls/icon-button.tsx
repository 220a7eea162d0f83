import { useRef, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'
import { PressButton, type PressButtonProps } from './press-button.tsx'

export interface IconButtonProps extends Omit<PressButtonProps, 'className' | 'children' | 'ref'> {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  tone?: 'outline' | 'quiet'
  size?: 'sm' | 'md'
  /** Marks an active state, such as a tracked row. */
  isActive?: boolean
  className?: string
}

/** A square icon button; its label appears on hover and focus. */
export function IconButton({
  label,
  icon,
  tone = 'quiet',
  size = 'md',
  isActive = false,
  className,
  ...props
}: IconButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { isTooltipOpen, tooltipTriggerProps } = useTooltip()
  return (
    <span className="contents" {...tooltipTriggerProps}>
      <PressButton
        {...props}
        ref={button}
        aria-label={label}
        {...(isActive && { 'aria-pressed': true })}
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded transition-colors duration-150 ease-out print:hidden [&_svg]:size-4',
          size === 'sm' ? 'size-8 max-sm:size-10' : 'size-10',
          tone === 'outline' && 'border bg-surface',
          tone === 'outline' &&
            (isActive ? 'border-signal-mark' : 'border-line not-disabled:hover:border-line-strong'),
          tone === 'quiet' && 'not-disabled:hover:bg-ink/6 not-disabled:active:bg-ink/10',
          isActive ? 'text-signal' : 'text-muted not-disabled:hover:text-ink',
          'disabled:opacity-45',
          className,
        )}
      >
        {icon}
      </PressButton>
      {isTooltipOpen && <LazyTooltip text={label} triggerRef={button} />}
    </span>
  )
}
