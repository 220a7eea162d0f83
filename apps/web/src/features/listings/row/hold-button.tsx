import { buttonClass } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { useRowTabIndex } from './row-tab-index.ts'

interface HoldButtonProps {
  label: string
  isDisabled: boolean
  /** Keeps the focus, ignores presses and is announced as busy. */
  isPending: boolean
  onPress: () => void
  className: string
}

/** A plain button, because every row that scrolls into view mounts one. */
export function HoldButton({ label, isDisabled, isPending, onPress, className }: HoldButtonProps) {
  return (
    <button
      type="button"
      tabIndex={useRowTabIndex()}
      aria-label={label}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? undefined : onPress}
      className={buttonClass(
        'secondary',
        'sm',
        cx('active:bg-sunken disabled:opacity-45', isPending ? 'opacity-75' : '!static', className),
      )}
    >
      {isPending && <Spinner className="absolute inset-0 m-auto" />}
      <span className={cx(isPending && 'opacity-0')}>Hold</span>
    </button>
  )
}
