import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Radio, RadioGroup } from './radio.tsx'

interface IconSegmentsProps {
  label: string
  segments: readonly { value: string; name: string; icon: ReactNode }[]
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A choice between ways to show something; only the selected one shows its name. */
export function IconSegments({ label, segments, value, onChange, className }: IconSegmentsProps) {
  return (
    <RadioGroup label={label} value={value} onChange={onChange} className={cx('inline-flex h-7', className)}>
      {segments.map((segment) => (
        <Radio
          key={segment.value}
          value={segment.value}
          name={segment.name}
          className={cx(
            '-ml-px inline-flex min-w-8 cursor-pointer items-center justify-center gap-1.5 border border-line bg-surface px-2 text-xs text-muted transition-colors duration-150 ease-out',
            'first:ml-0 first:rounded-l last:rounded-r hover:text-ink has-focus-visible:z-10 [&_svg]:size-3.5',
            'has-checked:bg-accent-soft has-checked:font-semibold has-checked:text-accent',
          )}
        >
          {segment.icon}
          {segment.value === value && <span className="max-xl:sr-only">{segment.name}</span>}
        </Radio>
      ))}
    </RadioGroup>
  )
}
