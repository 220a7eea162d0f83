import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
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
    <RadioGroup
      aria-label={label}
      orientation="horizontal"
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      isDisabled={isDisabled}
      className={cx('flex gap-1 max-sm:gap-1.5', className)}
    >
      {numbers.map((number) => (
        <Radio
          key={number}
          value={String(number)}
          className={cx(
            'tabular inline-flex size-7 cursor-pointer items-center justify-center rounded border border-line bg-surface text-xs transition-colors duration-150 ease-out max-sm:size-10 max-sm:text-sm',
            'data-hovered:border-line-strong data-selected:border-ink data-selected:bg-ink data-selected:font-semibold data-selected:text-paper',
            'data-disabled:cursor-default data-disabled:opacity-45',
          )}
        >
          {number}
        </Radio>
      ))}
    </RadioGroup>
  )
}
