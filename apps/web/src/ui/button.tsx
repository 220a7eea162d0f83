import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children' | 'style'> {
  children: ReactNode
  /** One primary on a screen; secondary by default. */
  tone?: ButtonTone
  size?: ButtonSize
  /** Stands before the label. */
  icon?: ReactNode
  /** Shown in place of the label while pending. */
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
  // For a thumb it is as tall as the others.
  sm: 'h-8 px-3 text-xs max-sm:h-10',
  md: 'h-10 px-4 text-sm',
  lg: 'h-12 px-5 text-base',
}

/** The class names of a button, for a link that looks like one. */
export function buttonClass(
  tone: ButtonTone = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return cx(base, tones[tone], sizes[size], className)
}

/** A pressable action. While `isPending` it keeps focus, ignores presses and says so to assistive technology. */
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
  // Without an icon to stand for, it stands for the label: a button that grew would push its neighbours.
  const isInPlace = isPending && !icon && !pendingLabel
  return (
    <AriaButton
      {...props}
      {...(!isPending && onPress && { onPress })}
      // Enter in a field must not submit the form a second time.
      type={type === 'submit' && isPending ? 'button' : type}
      // React Aria's own `isPending` announces by the ids of the button and of a progress bar. A button that goes with
      // what it did, such as a held row's, leaves an announcement without a name behind; so pending is told here.
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
      {isPending ? <Spinner className={cx(isInPlace && 'absolute inset-0 m-auto')} /> : icon}
      <span className={cx('truncate', isInPlace && 'opacity-0')}>
        {isPending && pendingLabel ? pendingLabel : children}
      </span>
    </AriaButton>
  )
}
