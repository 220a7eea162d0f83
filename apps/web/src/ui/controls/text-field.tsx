import { useState, type ReactNode, type Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField'
import {
  ClearButton,
  controlClass,
  FieldLabel,
  FieldMessages,
  visibleError,
  ValidIcon,
  type FieldTexts,
} from './field.tsx'
import { cx } from '#web/ui/cx.ts'

export interface TextFieldProps
  extends
    FieldTexts,
    Pick<
      AriaTextFieldProps,
      | 'name'
      | 'type'
      | 'autoComplete'
      | 'autoFocus'
      | 'inputMode'
      | 'isDisabled'
      | 'isReadOnly'
      | 'isRequired'
      | 'maxLength'
      | 'onBlur'
      | 'onFocus'
    > {
  value: string
  onChange: (value: string) => void
  /** Shows a check icon, never together with an error. */
  isValid?: boolean
  /** Draws the error border without a message, for an error shared by several fields. */
  isInvalid?: boolean
  placeholder?: string
  /** Shown inside the box before the text. */
  prefix?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/** A single-line text field with the rules of spec §5. The caller owns value, error and touched state. */
export function TextField({
  value,
  onChange,
  isValid = false,
  isInvalid = false,
  placeholder,
  prefix,
  inputRef,
  autoFocus = false,
  className,
  ...props
}: TextFieldProps) {
  const { label, description, error, isTouched, isLabelHidden, ...field } = props
  const text = visibleError({ error, isTouched })
  const [isFocused, setFocused] = useState(false)
  const hasError = isInvalid || text !== undefined
  const isClearable = isFocused && value !== '' && !field.isDisabled && !field.isReadOnly
  return (
    <AriaTextField
      {...field}
      value={value}
      onChange={onChange}
      isInvalid={hasError}
      // Errors come from the form's schema, so the browser's own validation is off.
      validationBehavior="aria"
      onFocusChange={setFocused}
      className={cx('block w-full data-disabled:opacity-55', className)}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      <div className={controlClass(hasError)}>
        {prefix}
        <Input
          ref={inputRef}
          // On the input itself: React Aria would set the focus only after the first paint.
          autoFocus={autoFocus}
          {...(placeholder !== undefined && { placeholder })}
          className="min-w-0 flex-1 self-stretch rounded bg-transparent px-3.5 outline-none"
        />
        {isClearable && <ClearButton label={label} onPress={() => onChange('')} />}
        {isValid && !hasError && <ValidIcon />}
      </div>
      <FieldMessages {...(description !== undefined && { description })} error={text} />
    </AriaTextField>
  )
}
