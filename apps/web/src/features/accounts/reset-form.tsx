import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { FormEvent } from 'react'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fieldErrors } from './field-errors.ts'
import { FormError } from './form-error.tsx'
import { FormNotice } from './form-notice.tsx'
import { resetPassword } from './passwords.ts'
import { useFields } from './use-fields.ts'
import { useNotice } from './use-notice.ts'

/** Sets a new password by the token of a reset link (spec §2, §4, §5); `onDone` follows the notice. */
export function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const { notice, showNotice } = useNotice(onDone)
  const attempt = useSubmit(async (body: Parameters<typeof resetPassword>[0]) =>
    showNotice(await resetPassword(body)),
  )
  const { values, field, isReady } = useFields(
    ['password', 'password_confirmation'],
    (typed) => fieldErrors(passwordsRoutes.reset.body, { ...typed, token }),
    () => attempt.isError && attempt.reset(),
  )
  const isOver = attempt.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!attempt.isPending && !isOver && isReady()) void attempt.run({ ...values, token })
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Password reset request" className="space-y-5">
      <TextField
        {...field('password')}
        label="New password"
        type="password"
        autoComplete="new-password"
        autoFocus
        isReadOnly={isOver}
        isInvalid={attempt.isError}
        description="8 to 50 characters"
      />
      <TextField
        {...field('password_confirmation')}
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        isReadOnly={isOver}
        isInvalid={attempt.isError}
      />
      {attempt.isError && <FormError error={attempt.error} />}
      <FormNotice text={notice} />
      <Button
        type="submit"
        tone="primary"
        size="lg"
        isFullWidth
        isPending={attempt.isPending}
        isDisabled={isOver}
        pendingLabel="Loading..."
      >
        Submit
      </Button>
    </form>
  )
}
