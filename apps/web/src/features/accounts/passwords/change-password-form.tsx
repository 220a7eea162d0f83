import { passwordsRoutes } from '@terrace/contracts/passwords'
import type { FormEvent } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { fieldErrors } from '#web/forms/field-errors.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { useChangePassword } from '#web/features/accounts/mutations.ts'
import { NewPasswordFields } from '#web/forms/new-password-fields.tsx'
import { useFields } from '#web/forms/use-fields.ts'

/** Changes the password, given the current one (product.md §7). */
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
    <TitledSection heading="Password">
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
                ? `${data.message ?? 'Your password has been changed'}. You’ve been logged out on other devices.`
                : null
            }
          />
          <Button type="submit" tone="primary" isPending={isPending} pendingLabel="Loading...">
            Change password
          </Button>
        </form>
      </Panel>
    </TitledSection>
  )
}
