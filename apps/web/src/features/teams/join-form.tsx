import { teamsRoutes } from '@terrace/contracts/teams'
import type { FormEvent } from 'react'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { NewPasswordFields } from '#web/forms/new-password-fields.tsx'
import { useFields } from '#web/forms/use-fields.ts'
import { useNotice } from '#web/forms/use-notice.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { join } from './invitation.ts'

/** Name, username and password of the invited person; `onDone` runs after the notice. */
export function JoinForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const { notice, showNotice } = useNotice(onDone)
  const attempt = useSubmit(async (body: Parameters<typeof join>[0]) => showNotice(await join(body)))
  const { values, field, isReady } = useFields(
    ['firstname', 'lastname', 'username', 'password', 'password_confirmation'],
    (typed) => fieldErrors(teamsRoutes.accept.body, { ...typed, token }),
    () => attempt.isError && attempt.reset(),
  )
  const isSent = attempt.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!attempt.isPending && !isSent && isReady()) void attempt.run({ ...values, token })
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Join the team" className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('firstname')}
          label="First name"
          autoComplete="given-name"
          autoFocus
          isReadOnly={isSent}
        />
        <TextField {...field('lastname')} label="Last name" autoComplete="family-name" isReadOnly={isSent} />
      </div>
      <TextField
        label="Email"
        value={email}
        onChange={() => undefined}
        isReadOnly
        description="Your invitation was sent to this address"
      />
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="username"
        isReadOnly={isSent}
        description="At least 5 characters, without spaces"
      />
      <NewPasswordFields label="Password" field={(name) => ({ ...field(name), isReadOnly: isSent })} />
      {attempt.isError && <FormError error={attempt.error} />}
      <FormNotice text={notice} />
      <Button
        type="submit"
        tone="primary"
        size="lg"
        isFullWidth
        isPending={attempt.isPending}
        isDisabled={isSent}
        pendingLabel="Loading..."
      >
        Join the team
      </Button>
    </form>
  )
}
