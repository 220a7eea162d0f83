import { useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { controlClass, FieldMessages, labelClass, visibleError, type FieldTexts } from './field.tsx'

interface TextAreaProps extends FieldTexts {
  name?: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  rows?: number
  isDisabled?: boolean
  className?: string
}

/** A resizable multi-line text field. Errors as in `TextField` (spec §5). */
export function TextArea({
  name,
  value,
  onChange,
  onBlur,
  placeholder,
  rows = 3,
  isDisabled = false,
  className,
  ...texts
}: TextAreaProps) {
  const id = useId()
  const error = visibleError(texts)
  return (
    <div className={cx('block w-full', isDisabled && 'opacity-55', className)}>
      <label htmlFor={id} className={labelClass(texts.isLabelHidden)}>
        {texts.label}
      </label>
      <div className={controlClass(error !== undefined)}>
        <textarea
          id={id}
          name={name}
          value={value}
          rows={rows}
          placeholder={placeholder}
          disabled={isDisabled}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-messages`}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
          className="thin-scroll min-w-0 flex-1 resize-y rounded bg-transparent px-3.5 py-2.5 outline-none"
        />
      </div>
      <FieldMessages id={`${id}-messages`} description={texts.description} error={error} />
    </div>
  )
}
