import { accountsRoutes, type WireSecondFactorPrompt } from '@terrace/contracts/accounts'
import type { FormEvent } from 'react'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { logIn } from './log-in.ts'
import { useFields } from '#web/forms/use-fields.ts'

interface LoginFormProps {
  onLoggedIn: () => void
  /** The password was right, and the account has a second factor. */
  onSecondFactor: (prompt: WireSecondFactorPrompt) => void
}

/** Username and password with their errors (spec §2, §4, §5). A failed login keeps the typed text. */
export function LoginForm({ onLoggedIn, onSecondFactor }: LoginFormProps) {
  const attempt = useSubmit(logIn)
  const { values, field, isReady } = useFields(
    ['username', 'password'],
    (typed) => fieldErrors(accountsRoutes.logIn.body, typed),
    () => attempt.isError && attempt.reset(),
  )
  // After success the page is still unloading: another submit would open a second session.
  const isBusy = attempt.isPending || attempt.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && isReady()) {
      void attempt.run(values, (prompt) => (prompt ? onSecondFactor(prompt) : onLoggedIn()))
    }
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
