import { useId } from 'react'
import { useStableDuringPress } from '#web/lib/hooks/use-stable-during-press.ts'
import { cx } from '#web/ui/cx.ts'
import { controlClass, FieldMessages, visibleError } from './field.tsx'
import { ChevronDownIcon } from '#web/ui/icons.ts'

interface SelectFieldProps {
  label: string
  name?: string
  options: readonly { id: string; name: string }[]
  /** '' when nothing is selected. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error?: string | undefined
  isTouched?: boolean
  isDisabled?: boolean
}

/** The browser's own select with a form field's label and error; for long lists such as countries. */
export function SelectField({
  label,
  name,
  options,
  value,
  onChange,
  onBlur,
  error,
  isTouched = false,
  isDisabled = false,
}: SelectFieldProps) {
  const id = useId()
  const visible = visibleError({ error, isTouched })
  const text = useStableDuringPress(visible)
  return (
    <div className={cx(isDisabled && 'opacity-55')}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className={cx('relative', controlClass(text !== undefined))}>
        <select
          id={id}
          name={name}
          value={value}
          disabled={isDisabled}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
          aria-invalid={text !== undefined}
          aria-describedby={text === undefined ? undefined : `${id}-error`}
          className={cx(
            'min-w-0 flex-1 appearance-none self-stretch truncate rounded bg-transparent pr-9 pl-3.5 outline-none',
            value === '' && 'text-muted',
          )}
        >
          <option value="">Select...</option>
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
        <ChevronDownIcon aria-hidden className="pointer-events-none absolute right-3 size-4 text-muted" />
      </div>
      <FieldMessages id={`${id}-error`} error={visible} />
    </div>
  )
}
