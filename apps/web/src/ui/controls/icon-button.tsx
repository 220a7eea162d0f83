import { useRef, type ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from '#web/ui/cx.ts'
import { LazyTooltip } from '#web/ui/overlay/lazy-tooltip.tsx'
import { useTooltip } from '#web/ui/overlay/use-tooltip.ts'

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
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
      <AriaButton
        {...props}
        ref={button}
        aria-label={label}
        {...(isActive && { 'aria-pressed': true })}
        className={cx(
          'inline-flex shrink-0 items-center justify-center rounded transition-colors duration-150 ease-out print:hidden [&_svg]:size-4',
          size === 'sm' ? 'size-8 max-sm:size-10' : 'size-10',
          tone === 'outline' && 'border bg-surface',
          tone === 'outline' &&
            (isActive ? 'border-signal-mark' : 'border-line data-hovered:border-line-strong'),
          tone === 'quiet' && 'data-hovered:bg-ink/6 data-pressed:bg-ink/10',
          isActive ? 'text-signal' : 'text-muted data-hovered:text-ink',
          'data-disabled:opacity-45',
          className,
        )}
      >
        {icon}
      </AriaButton>
      {isTooltipOpen && <LazyTooltip text={label} triggerRef={button} />}
    </span>
  )
}
