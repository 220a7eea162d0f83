import { useRef, useState, type FormEvent } from 'react'
import { errorText } from '#web/lib/api-error.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertCircleIcon } from '#web/ui/icons.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { logIn } from './log-in.ts'
import { loginErrors, type LoginValues } from './login-errors.ts'

type Field = keyof LoginValues

const fields = [
  { name: 'username', label: 'Username', type: 'text', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
] as const

/** Username, password and what went wrong with them (spec §2, §4, §5). Typed text outlives every failure. */
export function LoginForm({ onLoggedIn }: { onLoggedIn: () => void }) {
  const [values, setValues] = useState<LoginValues>({ username: '', password: '' })
  const [touched, setTouched] = useState<Partial<Record<Field, boolean>>>({})
  const inputs = useRef<Partial<Record<Field, HTMLInputElement | null>>>({})
  const attempt = useSubmit(logIn)
  const errors = loginErrors(values)
  // The page is still leaving after success: a second submit would only open a second session.
  const isBusy = attempt.isPending || attempt.isSuccess

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setTouched({ username: true, password: true })
    const wrong = fields.find(({ name }) => errors[name] !== undefined)
    if (wrong) inputs.current[wrong.name]?.focus()
    else void attempt.run(values, onLoggedIn)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Login" className="space-y-5">
      {fields.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          name={name}
          autoFocus={name === 'username'}
          value={values[name]}
          onChange={(value) => {
            setValues((current) => ({ ...current, [name]: value }))
            if (attempt.isError) attempt.reset()
          }}
          onBlur={() => errors[name] !== undefined && setTouched((current) => ({ ...current, [name]: true }))}
          error={errors[name]}
          isTouched={touched[name]}
          isValid={errors[name] === undefined}
          isInvalid={attempt.isError}
          inputRef={(element) => {
            inputs.current[name] = element
          }}
        />
      ))}
      {attempt.isError && (
        <p role="alert" className="flex items-start gap-2 text-sm font-medium text-danger">
          <AlertCircleIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="whitespace-pre-line">{errorText(attempt.error)}</span>
        </p>
      )}
      <Button type="submit" tone="primary" size="lg" isFullWidth isPending={isBusy} pendingLabel="Loading">
        Login
      </Button>
    </form>
  )
}
