import { useId } from 'react'
import { labelClass } from '#web/ui/controls/field.tsx'
import { FieldSelect } from '#web/ui/controls/select-field.tsx'

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
      <FieldSelect
        id={id}
        options={[
          ...(anyText === undefined ? [] : [{ id: '', name: anyText }]),
          ...(isUnknown ? [{ id: value, name: value }] : []),
          ...options,
        ]}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="w-0"
      />
    </div>
  )
}
