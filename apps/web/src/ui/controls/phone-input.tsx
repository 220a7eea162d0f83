import { stripPhoneInput } from '@terrace/domain/people/phone'
import { Dropdown } from './dropdown.tsx'
import type { DropdownOption, OptionId } from './dropdown-choices.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface PhoneInputProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'onChange'> {
  onChange: (digits: string) => void
  /** Dial codes; without them only the number is shown. */
  codes?: readonly DropdownOption[]
  code?: OptionId | null
  onCodeChange?: (code: OptionId | null) => void
  areCodesLoading?: boolean
}

/** A phone number: an optional dial code and a field that accepts digits and dots. */
export function PhoneInput({
  onChange,
  codes,
  code = null,
  onCodeChange,
  areCodesLoading = false,
  className,
  ...field
}: PhoneInputProps) {
  const number = (
    <TextField
      {...field}
      type="tel"
      inputMode="tel"
      autoComplete={field.autoComplete ?? 'tel-national'}
      onChange={(text) => onChange(stripPhoneInput(text))}
    />
  )
  if (!codes) return <div className={className}>{number}</div>
  return (
    <div className={className}>
      <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-start gap-2">
        <Dropdown
          label="Country code"
          options={codes}
          value={code}
          onChange={(selectedCode) => onCodeChange?.(selectedCode)}
          isClearable={false}
          isLoading={areCodesLoading}
          {...(field.isDisabled && { isDisabled: true })}
        />
        {number}
      </div>
    </div>
  )
}
