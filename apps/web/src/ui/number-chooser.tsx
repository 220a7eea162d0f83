import { useId } from 'react'
import { cx } from './cx.ts'
import { PlainSelect } from './plain-select.tsx'

interface NumberChooserProps {
  label: string
  /** The only numbers that can be chosen, in order. */
  numbers: readonly number[]
  value: number | null
  onChange: (value: number) => void
  isDisabled?: boolean
  /** More numbers than this become a list to open. */
  limit?: number
  className?: string
}

/** One of a few allowed numbers, side by side; nothing that may not be chosen is drawn. */
export function NumberChooser({
  label,
  numbers,
  value,
  onChange,
  isDisabled = false,
  limit = 6,
  className,
}: NumberChooserProps) {
  const group = useId()
  if (numbers.length > limit) {
    return (
      <PlainSelect
        label={label}
        isDisabled={isDisabled}
        options={numbers.map((number) => ({ id: number, name: String(number) }))}
        value={value}
        onChange={onChange}
        className={cx('w-16', className)}
      />
    )
  }
  return (
    <div role="radiogroup" aria-label={label} className={cx('flex gap-1 max-sm:gap-1.5', className)}>
      {numbers.map((number) => (
        <label
          key={number}
          className={cx(
            'tabular relative inline-flex size-7 cursor-pointer items-center justify-center rounded border border-line bg-surface text-xs transition-colors duration-150 ease-out max-sm:size-10 max-sm:text-sm',
            'hover:border-line-strong has-checked:border-ink has-checked:bg-ink has-checked:font-semibold has-checked:text-paper',
            'has-disabled:cursor-default has-disabled:opacity-45',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
          )}
        >
          {/* The browser's own radio, unseen over the whole square: a table draws hundreds of them while it scrolls. */}
          <input
            type="radio"
            name={group}
            value={number}
            checked={number === value}
            onChange={() => onChange(number)}
            disabled={isDisabled}
            className="absolute inset-0 cursor-[inherit] opacity-0"
          />
          {number}
        </label>
      ))}
    </div>
  )
}
