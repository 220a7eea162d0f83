import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { FormEvent } from 'react'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fieldErrors } from './field-errors.ts'
import { FormError } from './form-error.tsx'
import { FormNotice } from './form-notice.tsx'
import { requestReset, resetLink } from './passwords.ts'
import { useFields } from './use-fields.ts'
import { useNotice } from './use-notice.ts'

/** Asks for a reset link (spec §2, §4, §5); `onDone` follows the notice. */
export function ForgotForm({ onDone }: { onDone: () => void }) {
  const { notice, showNotice } = useNotice(onDone)
  const attempt = useSubmit(async (email: string) => showNotice(await requestReset(email)))
  const { values, field, isReady } = useFields(
    ['email'],
    (typed) => fieldErrors(passwordsRoutes.forgot.body, { ...typed, reset_link: resetLink() }),
    () => attempt.isError && attempt.reset(),
  )
  // After success the notice stands until the screen goes: a second request would only bring a second letter.
  const isOver = attempt.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!attempt.isPending && !isOver && isReady()) void attempt.run(values.email)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Forgot password" className="space-y-5">
      <TextField
        {...field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
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
