import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { AccountSection } from './account-section.tsx'
import { fieldErrors } from './field-errors.ts'
import { FormError } from './form-error.tsx'
import { FormNotice } from './form-notice.tsx'
import { useChangePassword } from './mutations.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import { useFields } from './use-fields.ts'

/** Changes the password for who knows the present one (product.md §7). */
export function ChangePasswordForm() {
  const { mutate, data, error, isPending, isError, isSuccess, reset } = useChangePassword()
  const { values, field, isReady, clear } = useFields(
    ['current_password', 'password', 'password_confirmation'],
    (typed) => fieldErrors(passwordsRoutes.change.body, typed),
    () => (isError || isSuccess) && reset(),
  )

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending && isReady()) mutate(values, { onSuccess: clear })
  }

  return (
    <AccountSection heading="Password">
      <Panel className="p-4 sm:p-5">
        <form noValidate onSubmit={submit} aria-label="Change password" className="max-w-96 space-y-5">
          <TextField
            {...field('current_password')}
            label="Current password"
            type="password"
            autoComplete="current-password"
          />
          <NewPasswordFields field={field} />
          {isError && <FormError error={error} />}
          <FormNotice
            text={
              isSuccess
                ? `${data.message ?? 'Your password has been changed'}. Your other sessions have ended.`
                : null
            }
          />
          <Button type="submit" tone="primary" isPending={isPending} pendingLabel="Loading...">
            Change password
          </Button>
        </form>
      </Panel>
    </AccountSection>
  )
}
