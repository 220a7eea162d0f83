import { accountsRoutes } from '@terrace/contracts/accounts'
import type { FormEvent } from 'react'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { fieldErrors } from './field-errors.ts'
import { FormError } from './form-error.tsx'
import { logIn } from './log-in.ts'
import { useFields } from './use-fields.ts'

/** Username, password and what went wrong with them (spec §2, §4, §5). Typed text outlives every failure. */
export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const attempt = useSubmit(logIn)
  const { values, field, isReady } = useFields(
    ['username', 'password'],
    (typed) => fieldErrors(accountsRoutes.logIn.body, typed),
    () => attempt.isError && attempt.reset(),
  )
  // The page is still leaving after success: a second submit would only open a second session.
  const isBusy = attempt.isPending || attempt.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && isReady()) void attempt.run(values, onLoggedIn)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Login" className="space-y-5">
      <TextField
        {...field('username')}
        label="Username"
        type="text"
        autoComplete="username"
        autoFocus
        isInvalid={attempt.isError}
      />
      <TextField
        {...field('password')}
        label="Password"
        type="password"
        autoComplete="current-password"
        isInvalid={attempt.isError}
      />
      {attempt.isError && <FormError error={attempt.error} />}
      <Button type="submit" tone="primary" size="lg" isFullWidth isPending={isBusy} pendingLabel="Loading">
        Login
      </Button>
    </form>
  )
}
