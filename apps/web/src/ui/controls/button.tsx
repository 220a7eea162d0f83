import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { PressButton, type PressButtonProps } from './press-button.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonProps extends Omit<PressButtonProps, 'className' | 'children'> {
  children: ReactNode
  /** At most one primary button per screen. */
  tone?: ButtonTone
  size?: ButtonSize
  /** Shown before the label. */
  icon?: ReactNode
  isPending?: boolean
  /** Replaces the label while pending. */
  pendingLabel?: string
  isFullWidth?: boolean
  className?: string
}

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded font-semibold whitespace-nowrap select-none transition-colors duration-150 ease-out print:hidden'

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent not-disabled:hover:bg-accent-hover not-disabled:active:bg-accent-hover',
  secondary:
    'bg-surface text-ink border border-line not-disabled:hover:border-line-strong not-disabled:active:bg-sunken',
  quiet: 'text-ink not-disabled:hover:bg-ink/6 not-disabled:active:bg-ink/10',
  danger: 'bg-danger text-on-danger not-disabled:hover:bg-danger-hover not-disabled:active:bg-danger-hover',
}

const sizes: Record<ButtonSize, string> = {
  // Full touch height on phones.
  sm: 'h-8 px-3 text-xs max-sm:h-10',
  md: 'h-10 px-4 text-sm',
  lg: 'h-12 px-5 text-base',
}

/** Class names of a button, for links that look like one. */
export function buttonClass(
  tone: ButtonTone = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return cx(base, tones[tone], sizes[size], className)
}

/** A button. While `isPending` it keeps the focus, ignores presses and is announced as busy. */
export function Button({
  children,
  tone = 'secondary',
  size = 'md',
  icon,
  pendingLabel,
  isFullWidth,
  className,
  isPending = false,
  onPress,
  type,
  ...props
}: ButtonProps) {
  // Without an icon, the spinner replaces the label, so the button keeps its width.
  const replacesLabel = isPending && !icon && !pendingLabel
  return (
    <PressButton
      {...props}
      onPress={isPending ? undefined : onPress}
      // Prevents Enter in a field from submitting the form twice.
      type={type === 'submit' && isPending ? 'button' : type}
      aria-disabled={isPending || props['aria-disabled']}
      aria-busy={isPending || undefined}
      className={buttonClass(
        tone,
        size,
        cx(
          'disabled:cursor-default disabled:opacity-45',
          isPending && 'cursor-default opacity-75',
          isFullWidth && 'w-full',
          className,
        ),
      )}
    >
      {isPending ? <Spinner className={cx(replacesLabel && 'absolute inset-0 m-auto')} /> : icon}
      <span className={cx('truncate', replacesLabel && 'opacity-0')}>
        {isPending && pendingLabel ? pendingLabel : children}
      </span>
    </PressButton>
  )
}
