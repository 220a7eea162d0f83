import type { ReactNode } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { cx } from '#web/ui/cx.ts'

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
      aria-label={label}
      orientation="horizontal"
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      className={cx('inline-flex h-8 max-sm:h-10', className)}
    >
      {segments.map((segment) => (
        <Radio
          key={segment.value}
          value={segment.value}
          {...(segment.name !== undefined && { 'aria-label': segment.name })}
          className={cx(
            'tabular -ml-px inline-flex min-w-9 cursor-pointer items-center justify-center border border-line bg-surface px-2.5 text-xs transition-colors duration-150 ease-out',
            'first:ml-0 first:rounded-l last:rounded-r data-hovered:bg-sunken data-focus-visible:z-10 max-sm:min-w-11',
            'data-selected:bg-accent-soft data-selected:font-semibold data-selected:text-accent data-disabled:opacity-45',
          )}
        >
          {segment.label}
        </Radio>
      ))}
    </RadioGroup>
  )
}
