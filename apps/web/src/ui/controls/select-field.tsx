import { useId, type SelectHTMLAttributes } from 'react'
import { useStableDuringPress } from '#web/lib/hooks/use-stable-during-press.ts'
import { cx } from '#web/ui/cx.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { controlClass, FieldMessages, visibleError } from './field.tsx'

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
      <FieldSelect
        id={id}
        name={name}
        options={[{ id: '', name: 'Select...' }, ...options]}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
        isInvalid={text !== undefined}
        aria-invalid={text !== undefined}
        aria-describedby={text === undefined ? undefined : `${id}-error`}
        className={cx(value === '' && 'text-muted')}
      />
      <FieldMessages id={`${id}-error`} error={visible} />
    </div>
  )
}

interface FieldSelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  options: readonly { id: string; name: string }[]
  isInvalid?: boolean
}

/** The browser's own select in the frame of a form field. */
export function FieldSelect({ options, isInvalid = false, className, ...select }: FieldSelectProps) {
  return (
    <div className={cx('relative', controlClass(isInvalid))}>
      <select
        {...select}
        className={cx(
          'min-w-0 flex-1 appearance-none self-stretch truncate rounded bg-transparent pr-9 pl-3.5 outline-none',
          className,
        )}
      >
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDownIcon aria-hidden className="pointer-events-none absolute right-3 size-4 text-muted" />
    </div>
  )
}
