import { useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { NativeSelect } from './native-select.tsx'

interface NumberChooserProps {
  label: string
  /** The allowed numbers, in order. */
  numbers: readonly number[]
  value: number | null
  onChange: (value: number) => void
  isDisabled?: boolean
  /** More numbers than this are shown as a select. */
  limit?: number
  /** Focuses the chosen number when the chooser appears. */
  autoFocus?: boolean
  /** -1 leaves the chooser out of the tab order, for table rows that are not current. */
  tabIndex?: 0 | -1
  /** `sm` fits into a row of 34 px. */
  size?: 'sm' | 'md'
  className?: string
}

/** A choice among a few allowed numbers, side by side. */
export function NumberChooser({
  label,
  numbers,
  value,
  onChange,
  isDisabled = false,
  limit = 6,
  autoFocus = false,
  tabIndex = 0,
  size = 'md',
  className,
}: NumberChooserProps) {
  const group = useId()
  if (numbers.length > limit) {
    return (
      <NativeSelect
        label={label}
        isDisabled={isDisabled}
        tabIndex={tabIndex}
        autoFocus={autoFocus}
        options={numbers.map((number) => ({ id: number, name: String(number) }))}
        value={value}
        onChange={onChange}
        className={cx(size === 'sm' ? 'w-14 [&_select]:h-6 [&_select]:pl-1.5' : 'w-16', className)}
      />
    )
  }
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx('flex', size === 'sm' ? 'gap-0.5' : 'gap-1 max-sm:gap-1.5', className)}
    >
      {numbers.map((number) => (
        <label
          key={number}
          className={cx(
            // No `:has`, which would slow down each frame while a table scrolls.
            'tabular relative inline-flex items-center justify-center border text-xs',
            size === 'sm'
              ? 'h-6 w-5.5 rounded-sm'
              : 'size-7 rounded transition-colors duration-150 ease-out max-sm:size-10 max-sm:text-sm',
            number === value
              ? 'border-ink bg-ink font-semibold text-paper'
              : 'border-line bg-surface hover:border-line-strong',
            isDisabled ? 'cursor-default opacity-45' : 'cursor-pointer',
          )}
        >
          {/* A native radio, invisible over the whole square: tables render hundreds of them while scrolling. */}
          <input
            type="radio"
            autoFocus={autoFocus && number === value}
            tabIndex={tabIndex}
            name={group}
            value={number}
            checked={number === value}
            onChange={() => onChange(number)}
            disabled={isDisabled}
            className="absolute inset-0 cursor-[inherit] appearance-none rounded-[inherit] outline-accent focus-visible:outline-2 focus-visible:outline-offset-3"
          />
          {number}
        </label>
      ))}
    </div>
  )
}
