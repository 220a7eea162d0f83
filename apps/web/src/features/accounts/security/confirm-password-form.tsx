import { securityRoutes } from '@terrace/contracts/security'
import type { FormEvent } from 'react'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { useFields } from '#web/forms/use-fields.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { call } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

/** Verifies the password in the open session, for accounts without a second factor. */
export function ConfirmPasswordForm({ onConfirmed }: { onConfirmed: () => void }) {
  const attempt = useSubmit((password: string) =>
    call(securityRoutes.confirm, { body: { method: 'password', password } }),
  )
  const { values, field, isReady } = useFields(
    ['password'],
    ({ password }) => fieldErrors(securityRoutes.confirm.body, { method: 'password', password }),
    () => attempt.isError && attempt.reset(),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!attempt.isPending && isReady()) void attempt.run(values.password, onConfirmed)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Confirm it’s you" className="space-y-5">
      <TextField
        {...field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
        isInvalid={attempt.isError}
        autoFocus
      />
      {attempt.isError && <FormError error={attempt.error} />}
      <Button type="submit" tone="primary" size="lg" isFullWidth isPending={attempt.isPending}>
        Continue
      </Button>
    </form>
  )
}
