import { useId } from 'react'
import { controlClass, labelClass } from '#web/ui/controls/field.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { cx } from '#web/ui/cx.ts'

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
      <div className={cx('relative', controlClass(false))}>
        <select
          id={id}
          value={value}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex]
            if (chosen) onChange(chosen.id)
          }}
          className="min-w-0 flex-1 appearance-none self-stretch truncate rounded bg-transparent pr-9 pl-3.5 outline-none"
        >
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
