import { useId } from 'react'
import { labelClass } from '#web/ui/controls/field.tsx'
import { FieldSelect } from '#web/ui/controls/select-field.tsx'

interface FormSelectProps<Id extends string> {
  label: string
  options: readonly { id: Id; name: string }[]
  value: Id
  onChange: (value: Id) => void
}

/** A select with a label that always has a value. */
export function FormSelect<Id extends string>({ label, options, value, onChange }: FormSelectProps<Id>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={labelClass()}>
        {label}
      </label>
      <FieldSelect
        id={id}
        options={options}
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex]
          if (chosen) onChange(chosen.id)
        }}
      />
    </div>
  )
}
