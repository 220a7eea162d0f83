import { passwordsRoutes } from '@terrace/contracts/passwords'
import { ApiError } from '#web/lib/api-error.ts'
import { fieldErrors } from './field-errors.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { resetPassword } from './passwords.ts'
import { TextLink } from './text-link.tsx'
import { ToldForm, useToldForm } from './told-form.tsx'

/** Sets a new password by the token of a reset link; `onDone` follows the notice. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useToldForm({
    names: ['password', 'password_confirmation'],
    judge: (typed) => fieldErrors(passwordsRoutes.reset.body, { ...typed, token }),
    send: (values) => resetPassword({ ...values, token }),
    onDone,
  })
  const { error } = form.attempt
  const isSpent = error instanceof ApiError && error.code === 'password.link_spent'
  return (
    <ToldForm
      label="Password reset request"
      form={form}
      remedy={isSpent && <TextLink to="/forgot-password">Ask for a new link</TextLink>}
    >
      <NewPasswordFields field={form.field} autoFocus />
    </ToldForm>
  )
}
