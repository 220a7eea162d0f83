import { useId } from 'react'
import { controlClass, labelClass } from '#web/ui/controls/field.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'

interface ScopeSelectProps {
  label: string
  /** The choice without a value; none where a value is required. */
  anyText?: string
  options: readonly { id: string; name: string }[]
  value: string
  onChange: (value: string) => void
}

/** A select with a label. A chosen value that is not among the options stays selected. */
export function ScopeSelect({ label, anyText, options, value, onChange }: ScopeSelectProps) {
  const id = useId()
  const isUnknown = value !== '' && options.every((option) => option.id !== value)
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={labelClass()}>
        {label}
      </label>
      <div className={cx('relative', controlClass(false))}>
        <select
          id={id}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className="w-0 min-w-0 flex-1 appearance-none self-stretch truncate rounded bg-transparent pr-9 pl-3.5 outline-none"
        >
          {anyText !== undefined && <option value="">{anyText}</option>}
          {isUnknown && <option value={value}>{value}</option>}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
        <ChevronDownIcon aria-hidden className="pointer-events-none absolute right-3 size-4 text-muted" />
      </div>
    </div>
  )
}
