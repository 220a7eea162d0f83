import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  children: ReactNode
  /** At most one primary button per screen. */
  tone?: ButtonTone
  size?: ButtonSize
  /** Shown before the label. */
  icon?: ReactNode
  /** Replaces the label while pending. */
  pendingLabel?: string
  isFullWidth?: boolean
  className?: string
  ref?: Ref<HTMLButtonElement>
}

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 rounded font-semibold whitespace-nowrap select-none transition-colors duration-150 ease-out print:hidden'

const tones: Record<ButtonTone, string> = {
  primary: 'bg-accent text-on-accent data-hovered:bg-accent-hover data-pressed:bg-accent-hover',
  secondary: 'bg-surface text-ink border border-line data-hovered:border-line-strong data-pressed:bg-sunken',
  quiet: 'text-ink data-hovered:bg-ink/6 data-pressed:bg-ink/10',
  danger: 'bg-danger text-on-danger data-hovered:bg-danger-hover data-pressed:bg-danger-hover',
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
    <AriaButton
      {...props}
      {...(!isPending && onPress && { onPress })}
      // Prevents Enter in a field from submitting the form twice.
      type={type === 'submit' && isPending ? 'button' : type}
      // React Aria's `isPending` announces by element id, which fails when the button unmounts with its action (a
      // held row, for example). `aria-busy` does not.
      render={(button) => (
        <button {...button} aria-disabled={isPending || undefined} aria-busy={isPending || undefined} />
      )}
      className={buttonClass(
        tone,
        size,
        cx(
          'data-disabled:cursor-default data-disabled:opacity-45',
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
    </AriaButton>
  )
}
