import { securityRoutes } from '@terrace/contracts/security'
import type { FormEvent } from 'react'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { useFields } from '#web/forms/use-fields.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface CodeFormProps {
  method: 'totp' | 'recovery_code'
  isBusy: boolean
  isFailed: boolean
  error: unknown
  onEdit: () => void
  onSubmit: (code: string) => void
}

const texts = {
  totp: {
    label: 'Code',
    description: 'The six digits that your authenticator app shows now.',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recovery_code: {
    label: 'Recovery code',
    description: 'One of the codes that you saved. Each works once.',
    inputMode: 'text',
    autoComplete: 'off',
  },
} as const

/** A code of an authenticator app, or a recovery code. */
export function CodeForm({ method, isBusy, isFailed, error, onEdit, onSubmit }: CodeFormProps) {
  const { values, field, isReady } = useFields(
    ['code'],
    (typed) => fieldErrors(securityRoutes.confirm.body, { method, ...typed }),
    () => isFailed && onEdit(),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy && isReady()) onSubmit(values.code)
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Second factor" className="space-y-5">
      <TextField {...field('code')} {...texts[method]} isInvalid={isFailed} autoFocus />
      {isFailed && <FormError error={error} />}
      <Button type="submit" tone="primary" size="lg" isFullWidth isPending={isBusy}>
        Continue
      </Button>
    </form>
  )
}
