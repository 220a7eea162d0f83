import { cx } from '#web/ui/cx.ts'

interface ProgressBarProps {
  /** Accessible name; visible when `isLabelShown`. */
  label: string
  /** Progress so far; without it the bar is indeterminate. */
  value?: number
  max?: number
  isLabelShown?: boolean
  className?: string
}

/** A thin bar for work of more than a second. */
export function ProgressBar({ label, value, max = 100, isLabelShown = false, className }: ProgressBarProps) {
  const isCounted = value !== undefined
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className={cx('block w-full', className)}
    >
      {isLabelShown && (
        <div className="mb-1.5 flex justify-between gap-4 text-xs text-muted">
          <span>{label}</span>
          {isCounted && (
            <span className="tabular">
              {value.toLocaleString('en-GB')} of {max.toLocaleString('en-GB')}
            </span>
          )}
        </div>
      )}
      <div className="h-1 overflow-hidden rounded-full bg-ink/10">
        <div
          className={cx(
            'h-full rounded-full bg-accent',
            isCounted ? 'transition-[width] duration-200' : 'w-2/5 animate-sweep',
          )}
          {...(isCounted && { style: { width: `${(100 * value) / max}%` } })}
        />
      </div>
    </div>
  )
}
