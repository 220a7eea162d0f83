import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Radio, RadioGroup } from './radio.tsx'

interface Segment {
  value: string
  label: ReactNode
  /** Accessible name, when the label alone is too short. */
  name?: string
}

interface SegmentedProps {
  label: string
  segments: readonly Segment[]
  value: string
  onChange: (value: string) => void
  isDisabled?: boolean
  className?: string
}

/** A few exclusive choices joined into one control; arrow keys move between them. */
export function Segmented({
  label,
  segments,
  value,
  onChange,
  isDisabled = false,
  className,
}: SegmentedProps) {
  return (
    <RadioGroup
      label={label}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      className={cx('inline-flex h-8 max-sm:h-10', className)}
    >
      {segments.map((segment) => (
        <Radio
          key={segment.value}
          value={segment.value}
          name={segment.name}
          className={cx(
            'tabular -ml-px inline-flex min-w-9 cursor-pointer items-center justify-center border border-line bg-surface px-2.5 text-xs transition-colors duration-150 ease-out',
            'first:ml-0 first:rounded-l last:rounded-r hover:bg-sunken has-focus-visible:z-10 max-sm:min-w-11',
            'has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent has-disabled:cursor-default has-disabled:opacity-45',
          )}
        >
          {segment.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}
