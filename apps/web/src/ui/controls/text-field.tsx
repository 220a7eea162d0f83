import { useId, useState, type ComponentProps, type ReactNode, type Ref } from 'react'
import {
  ClearButton,
  controlClass,
  FieldMessages,
  labelClass,
  visibleError,
  ValidIcon,
  type FieldTexts,
} from './field.tsx'
import { cx } from '#web/ui/cx.ts'

export interface TextFieldProps
  extends
    FieldTexts,
    Pick<
      ComponentProps<'input'>,
      'name' | 'type' | 'autoComplete' | 'autoFocus' | 'inputMode' | 'maxLength' | 'placeholder'
    > {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  isDisabled?: boolean
  isReadOnly?: boolean
  isRequired?: boolean
  /** Shows a check icon, never together with an error. */
  isValid?: boolean
  /** Draws the error border without a message, for an error shared by several fields. */
  isInvalid?: boolean
  /** Shown inside the box before the text. */
  prefix?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** A single-line text field with the rules of spec §5. The caller owns value, error and touched state. */
export function TextField({
  value,
  onChange,
  onBlur,
  isDisabled = false,
  isReadOnly = false,
  isRequired = false,
  isValid = false,
  isInvalid = false,
  prefix,
  inputRef,
  className,
  ...props
}: TextFieldProps) {
  const { label, description, error, isTouched, isLabelHidden, ...input } = props
  const id = useId()
  const text = visibleError({ error, isTouched })
  const [isFocused, setFocused] = useState(false)
  const hasError = isInvalid || text !== undefined
  const isClearable = isFocused && value !== '' && !isDisabled && !isReadOnly
  return (
    <div className={cx('block w-full', isDisabled && 'opacity-55', className)}>
      <label htmlFor={id} className={labelClass(isLabelHidden)}>
        {label}
      </label>
      <div className={controlClass(hasError)}>
        {prefix}
        <input
          type="text"
          {...input}
          ref={inputRef}
          id={id}
          value={value}
          disabled={isDisabled}
          readOnly={isReadOnly}
          aria-required={isRequired || undefined}
          aria-invalid={hasError || undefined}
          aria-describedby={`${id}-messages`}
          onChange={({ target }) => onChange(target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => {
            setFocused(false)
            onBlur?.()
          }}
          className="min-w-0 flex-1 self-stretch rounded bg-transparent px-3.5 outline-none"
        />
        {isClearable && <ClearButton label={label} onPress={() => onChange('')} />}
        {isValid && !hasError && <ValidIcon />}
      </div>
      {/* An invalid field without its own message shares one message with other fields. */}
      <FieldMessages id={`${id}-messages`} description={description} error={text} />
    </div>
  )
}
