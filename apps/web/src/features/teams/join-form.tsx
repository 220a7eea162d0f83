import { teamsRoutes } from '@terrace/contracts/teams'
import type { FormEvent } from 'react'
import { fieldErrors } from '#web/features/accounts/field-errors.ts'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { FormNotice } from '#web/features/accounts/form-notice.tsx'
import { NewPasswordFields } from '#web/features/accounts/new-password-fields.tsx'
import { useFields } from '#web/features/accounts/use-fields.ts'
import { useNotice } from '#web/features/accounts/use-notice.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { join } from './join.ts'

/** Name, username and password of who was invited; `onDone` follows the notice. */
export function JoinForm({ token, email, onDone }: { token: string; email: string; onDone: () => void }) {
  const { notice, showNotice } = useNotice(onDone)
  const attempt = useSubmit(async (body: Parameters<typeof join>[0]) => showNotice(await join(body)))
  const { values, field, isReady } = useFields(
    ['firstname', 'lastname', 'username', 'password', 'password_confirmation'],
    (typed) => fieldErrors(teamsRoutes.accept.body, { ...typed, token }),
    () => attempt.isError && attempt.reset(),
  )
  const isOver = attempt.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!attempt.isPending && !isOver && isReady()) void attempt.run({ ...values, token })
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Join the team" className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('firstname')}
          label="First name"
          autoComplete="given-name"
          autoFocus
          isReadOnly={isOver}
        />
        <TextField {...field('lastname')} label="Last name" autoComplete="family-name" isReadOnly={isOver} />
      </div>
      <TextField
        label="Email"
        value={email}
        onChange={() => undefined}
        isReadOnly
        description="The invitation is for this address"
      />
      <TextField
        {...field('username')}
        label="Username"
        autoComplete="username"
        isReadOnly={isOver}
        description="At least 5 characters, without spaces"
      />
      <NewPasswordFields label="Password" field={(name) => ({ ...field(name), isReadOnly: isOver })} />
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
        Join the team
      </Button>
    </form>
  )
}
