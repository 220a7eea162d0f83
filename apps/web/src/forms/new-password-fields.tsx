import { TextField, type TextFieldProps } from '#web/ui/controls/text-field.tsx'

interface NewPasswordFieldsProps {
  field: (name: 'password' | 'password_confirmation') => Omit<TextFieldProps, 'label'>
  label?: string
  autoFocus?: boolean
}

export function NewPasswordFields({
  field,
  label = 'New password',
  autoFocus = false,
}: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        {...field('password')}
        label={label}
        type="password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        description="8 to 50 characters"
      />
      <TextField
        {...field('password_confirmation')}
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
      />
    </>
  )
}
