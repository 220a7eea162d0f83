import { passwordsRoutes } from '@terrace/contracts/passwords'
import { ApiError } from '#web/lib/http/api-error.ts'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { NewPasswordFields } from '#web/forms/new-password-fields.tsx'
import { resetPassword } from './password-reset.ts'
import { TextLink } from '#web/features/accounts/login/text-link.tsx'
import { NoticeForm, useNoticeForm } from '#web/forms/notice-form.tsx'

/** Sets a new password with the token of a reset link; `onDone` runs after the notice. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useNoticeForm({
    names: ['password', 'password_confirmation'],
    validate: (typed) => fieldErrors(passwordsRoutes.reset.body, { ...typed, token }),
    send: (values) => resetPassword({ ...values, token }),
    onDone,
  })
  const { error } = form.attempt
  const isLinkExpired = error instanceof ApiError && error.code === 'password.link_invalid'
  return (
    <NoticeForm
      label="Password reset request"
      form={form}
      remedy={isLinkExpired && <TextLink to="/forgot-password">Send a new link</TextLink>}
    >
      <NewPasswordFields field={form.field} autoFocus />
    </NoticeForm>
  )
}
