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
  FieldNotes,
  shownError,
  ValidMark,
  type FieldTexts,
} from './field.tsx'
import { cx } from './cx.ts'

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
  /** Shows a check icon; a field in error never does. */
  isValid?: boolean
  /** Draws the error border without a text of its own, for an error that belongs to several fields. */
  isInvalid?: boolean
  placeholder?: string
  /** Stands inside the box before the text. */
  prefix?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  className?: string
}

/**
 * A line of text with the rules of spec §5: the error shows once touched, a valid field has a check icon, a focused one
 * that holds text a clear button. The caller owns value, error and touched.
 */
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
  const text = shownError({ error, isTouched })
  const [isFocused, setFocused] = useState(false)
  const isWrong = isInvalid || text !== undefined
  const isClearable = isFocused && value !== '' && !field.isDisabled && !field.isReadOnly
  return (
    <AriaTextField
      {...field}
      value={value}
      onChange={onChange}
      isInvalid={isWrong}
      // Errors come from the form's own schema; the browser's bubbles would say something else.
      validationBehavior="aria"
      onFocusChange={setFocused}
      className={cx('block w-full data-disabled:opacity-55', className)}
    >
      <FieldLabel label={label} {...(isLabelHidden && { isLabelHidden })} />
      <div className={controlClass(isWrong)}>
        {prefix}
        <Input
          ref={inputRef}
          // Here, not above: the focus comes with the field itself, where React Aria would set it a moment after it is drawn.
          autoFocus={autoFocus}
          {...(placeholder !== undefined && { placeholder })}
          className="min-w-0 flex-1 self-stretch rounded bg-transparent px-3.5 outline-none"
        />
        {isClearable && <ClearButton label={label} onPress={() => onChange('')} />}
        {isValid && !isWrong && <ValidMark />}
      </div>
      <FieldNotes {...(description !== undefined && { description })} error={text} />
    </AriaTextField>
  )
}
