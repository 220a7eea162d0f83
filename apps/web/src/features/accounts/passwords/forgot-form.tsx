import { passwordsRoutes } from '@terrace/contracts/passwords'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { requestPasswordReset, resetLink } from './password-reset.ts'
import { NoticeForm, useNoticeForm } from '#web/forms/notice-form.tsx'

/** Requests a reset link; `onDone` runs after the notice. */
export function ForgotForm({ onDone }: { onDone: () => void }) {
  const form = useNoticeForm({
    names: ['email'],
    validate: (typed) => fieldErrors(passwordsRoutes.forgot.body, { ...typed, reset_link: resetLink() }),
    send: ({ email }) => requestPasswordReset(email),
    onDone,
  })
  return (
    <NoticeForm label="Forgot password" form={form}>
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
      />
    </NoticeForm>
  )
}
