import { passwordsRoutes } from '@terrace/contracts/passwords'
import { TextField } from '#web/ui/text-field.tsx'
import { fieldErrors } from './field-errors.ts'
import { requestReset, resetLink } from './passwords.ts'
import { ToldForm, useToldForm } from './told-form.tsx'

/** Asks for a reset link; `onDone` follows the notice. */
export function ForgotForm({ onDone }: { onDone: () => void }) {
  const form = useToldForm({
    names: ['email'],
    judge: (typed) => fieldErrors(passwordsRoutes.forgot.body, { ...typed, reset_link: resetLink() }),
    send: ({ email }) => requestReset(email),
    onDone,
  })
  return (
    <ToldForm label="Forgot password" form={form}>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
      />
    </ToldForm>
  )
}
